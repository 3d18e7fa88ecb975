import type { germanClients } from './clients.ts'

/**
 * An advert in German; every grade becomes one job. Pay in thousand euros a year. Besides its line on experience every
 * grade has two duties of its own.
 */
export interface GermanTemplate {
  specialism: string
  grades: [title: string, from: number, to: number, experience: string, ...duties: string[]][]
  clients: keyof typeof germanClients
  intro: [string, string]
  does: string[]
  needs: string[]
  gets: string[]
}

// biome-ignore format: one grade a line is easier to compare than one word a line
export const germanTemplates: GermanTemplate[] = [
  {
    specialism: 'actuarial',
    grades: [
      ['Aktuar Schaden/Unfall (m/w/d)', 78, 98, 'Abgeschlossene oder weit fortgeschrittene Ausbildung zum Aktuar (DAV) und erste Jahre im Komposit', 'Sie verantworten zwei Sparten von der Datenaufbereitung bis zur Tarifempfehlung', 'Sie erstellen das Rückstellungsgutachten und erläutern Abweichungen zum Vorjahr'],
      ['Leitung Aktuariat Tarifierung Kraftfahrt (m/w/d)', 110, 140, 'Aktuar (DAV) mit mehrjähriger Führungserfahrung in der Kraftfahrttarifierung', 'Sie führen sieben Mitarbeitende und setzen die Prioritäten des Tarifjahres', 'Sie verantworten den Tarifwechsel zum 1. Januar einschließlich der Vertriebsfreigabe'],
    ],
    clients: 'versicherer',
    intro: [
      'Für {client} suchen wir eine Persönlichkeit, die Tarife nicht nur rechnet, sondern gegenüber Vertrieb und Schaden auch begründet.',
      'Ein Tarif ist erst gut, wenn ihn auch der Vertrieb versteht. Für {client} verstärken wir das Aktuariat.',
    ],
    does: [
      'Sie entwickeln und pflegen Tarifmodelle mit GLM und ergänzenden Verfahren',
      'Sie beobachten Schadenverlauf und Bestandsmix und schlagen Anpassungen vor',
      'Sie bewerten Schadenrückstellungen und vertreten die Annahmen gegenüber den Prüfern',
      'Sie bereiten Entscheidungsvorlagen für Produktgremien auf',
      'Sie automatisieren wiederkehrende Auswertungen in R oder Python',
    ],
    needs: [
      'Studium der Mathematik, Statistik oder Physik',
      'Sicherer Umgang mit R, Python oder SAS sowie mit SQL',
      'Kenntnisse in Solvency II',
      'Freude daran, Unsicherheit verständlich zu erklären',
    ],
    gets: ['Freistellung und Kostenübernahme für DAV-Prüfungen', 'Ein Team von neun Aktuarinnen und Aktuaren, das Reviews ernst nimmt'],
  },
  {
    specialism: 'underwriting-claims',
    grades: [
      ['Underwriter Haftpflicht Industrie (m/w/d)', 65, 88, 'Mindestens drei Jahre im Underwriting von Industriehaftpflicht oder Financial Lines', 'Sie zeichnen Betriebs-, Produkt- und Umwelthaftpflicht bis 10 Mio. € Deckungssumme', 'Sie prüfen Verträge auf Haftungserweiterungen und schlagen Grenzen vor'],
      ['Senior Underwriter Cyber (m/w/d)', 85, 115, 'Eigene Zeichnungserfahrung in Cyber und ein belastbares Netzwerk zu Maklern', 'Sie bauen den Cyberbestand im Mittelstand aus und bewerten IT-Sicherheitskonzepte', 'Sie begleiten Kunden nach Vorfällen gemeinsam mit Forensik und Schaden'],
    ],
    clients: 'versicherer',
    intro: [
      'Für {client} suchen wir Verstärkung im Underwriting. Wer Risiken gern vor Ort ansieht, ist hier richtig.',
      'Industriekunden erwarten eine klare Antwort, auch wenn sie Nein lautet. Für {client} besetzen wir eine Stelle im Underwriting.',
    ],
    does: [
      'Sie prüfen Anfragen, kalkulieren Prämien und verhandeln Bedingungen',
      'Sie betreuen Makler in Ihrer Region persönlich und verlässlich',
      'Sie begleiten Risikobesichtigungen gemeinsam mit dem Risk Engineering',
      'Sie steuern Ihr Portefeuille nach Ertrag und Kumul',
      'Sie entwickeln Klauseln gemeinsam mit Schaden und Recht weiter',
    ],
    needs: [
      'Kaufmännische Ausbildung in der Versicherung oder ein passendes Studium',
      'Sichere Kenntnis der einschlägigen Bedingungswerke',
      'Verhandlungsgeschick in Deutsch und Englisch',
      'Bereitschaft zu etwa 30 Reisetagen im Jahr',
    ],
    gets: ['Zeichnungsvollmachten, die mit dem Ergebnis wachsen', 'Dienstwagen oder Mobilitätsbudget nach Wahl'],
  },
  {
    specialism: 'underwriting-claims',
    grades: [
      ['Schadenregulierer Sach (m/w/d)', 52, 68, 'Erste Jahre in der Regulierung von Sachschäden im Innen- oder Außendienst', 'Sie regulieren Feuer-, Leitungswasser- und Sturmschäden bis 100.000 €', 'Sie sind an etwa zwei Tagen in der Woche vor Ort bei den Betroffenen'],
      ['Teamleitung Schaden Kraftfahrt (m/w/d)', 68, 84, 'Erfahrung in der fachlichen oder disziplinarischen Führung eines Schadenteams', 'Sie führen zwölf Mitarbeitende und steuern Auslastung und Qualität', 'Sie verhandeln mit Werkstattnetz, Gutachtern und Dienstleistern'],
    ],
    clients: 'versicherer',
    intro: [
      'Ein Schaden ist der Moment, für den Kundinnen und Kunden bezahlt haben. Für {client} suchen wir jemanden, der das nie vergisst.',
      'Für {client} verstärken wir den Bereich Schaden, in dem vor Ort entschieden wird und nicht drei Ebenen höher.',
    ],
    does: [
      'Sie regulieren mittlere und große Schäden in eigener Vollmacht',
      'Sie beauftragen Sachverständige und prüfen deren Ergebnis',
      'Sie führen Gespräche mit Geschädigten, Maklern und Anwälten',
      'Sie erkennen Regressmöglichkeiten und Auffälligkeiten',
      'Sie geben Hinweise aus dem Schaden an Produkt und Underwriting weiter',
    ],
    needs: [
      'Ausbildung in Versicherung, Handwerk, Technik oder Recht',
      'Gutes Urteil bei unvollständiger Aktenlage',
      'Freundlicher und bestimmter Ton',
      'Führerschein der Klasse B',
    ],
    gets: ['Arbeitszeitkonto und zwei feste Tage im Homeoffice', 'Fachliche Weiterbildung mit eigenem Budget'],
  },
  {
    specialism: 'broking',
    grades: [
      ['Kundenbetreuer Industrieversicherung (m/w/d)', 58, 76, 'Drei Jahre Betreuung von Firmenkunden bei Makler oder Versicherer', 'Sie betreuen rund 40 Unternehmen und sind deren erste Ansprechperson', 'Sie bereiten Jahresgespräche vor und führen sie beim Kunden'],
      ['Niederlassungsleitung Industriemakler (m/w/d)', 110, 145, 'Führungserfahrung im Maklergeschäft und ein tragfähiges eigenes Netzwerk', 'Sie führen einen Standort mit 25 Mitarbeitenden und eigenem Ergebnis', 'Sie übernehmen die Betreuung der zehn größten Mandate persönlich'],
    ],
    clients: 'makler',
    intro: [
      'Für {client} suchen wir eine erfahrene Ansprechperson für Familienunternehmen und deren internationale Töchter.',
      'Gute Makler kennen das Werk, nicht nur die Police. Für {client} suchen wir eine Persönlichkeit, die das vorlebt.',
    ],
    does: [
      'Sie beraten Firmenkunden zu Sach, Haftpflicht, Transport und Cyber',
      'Sie verhandeln Verlängerungen mit Versicherern im In- und Ausland',
      'Sie koordinieren internationale Programme mit Partnerbüros',
      'Sie begleiten Schäden bis zur Auszahlung',
      'Sie gewinnen neue Mandate über Empfehlungen',
    ],
    needs: [
      'Ausbildung zum Versicherungskaufmann oder zur Versicherungskauffrau oder vergleichbar',
      'Breites Bedingungswissen im Firmengeschäft',
      'Sicheres Auftreten vor Geschäftsführung und Einkauf',
      'Gutes Englisch',
    ],
    gets: ['Ein eingearbeiteter Bestand ab dem ersten Tag', 'Beteiligung am Neugeschäft nach einer einfachen Formel'],
  },
  {
    specialism: 'broking-distribution-marketing',
    grades: [
      ['Maklerbetreuer Gewerbe (m/w/d)', 60, 80, 'Erfahrung in der Betreuung von Maklern oder im gewerblichen Vertrieb', 'Sie betreuen rund 60 Makler in einem festen Gebiet', 'Sie begleiten Angebote bis zum Abschluss und klären Rückfragen mit dem Underwriting'],
      ['Leitung Vertriebsmarketing (m/w/d)', 85, 108, 'Mehrere Jahre Marketing für einen mittlergestützten Vertrieb', 'Sie führen sechs Mitarbeitende und verantworten ein Budget von 2 Mio. €', 'Sie entwickeln die Jahresplanung für Kampagnen, Veranstaltungen und Maklerportal'],
    ],
    clients: 'versicherer',
    intro: [
      'Makler schätzen schnelle Antworten mehr als schöne Prospekte. Für {client} suchen wir jemanden, der beides liefern kann.',
      'Für {client} bauen wir den Vertriebsweg Makler im Gewerbegeschäft weiter aus.',
    ],
    does: [
      'Sie planen Besuche, Schulungen und Aktionen für die wichtigsten Partner',
      'Sie bringen Rückmeldungen aus dem Markt ungeschönt ins Haus',
      'Sie stimmen Kampagnen mit Produkt, Underwriting und Recht ab',
      'Sie werten Angebote, Abschlüsse und Storno aus',
      'Sie vertreten das Unternehmen auf Messen und Maklertagen',
    ],
    needs: [
      'Abschluss im Versicherungswesen, Marketing oder Vertrieb',
      'Kenntnis des Maklermarktes',
      'Sichere Sprache in Wort und Schrift',
      'Organisationstalent',
    ],
    gets: ['Ein klar geschnittenes Gebiet', 'Variable Vergütung, die auf Bestandsqualität achtet'],
  },
  {
    specialism: 'accounting-finance-insurance',
    grades: [
      ['Referent Rechnungslegung IFRS17 (m/w/d)', 68, 86, 'Zwei bis vier Jahre in der Rechnungslegung eines Versicherers oder in der Prüfung', 'Sie leiten CSM und Risikoanpassung gemeinsam mit dem Aktuariat ab', 'Sie verfassen Anhangangaben und fachliche Stellungnahmen'],
      ['Bilanzbuchhalter Rückversicherung (m/w/d)', 60, 75, 'Praxis in der Abrechnung und Bilanzierung von Rückversicherungsverträgen', 'Sie buchen und prüfen Abrechnungen aus etwa 80 Verträgen', 'Sie klären Salden mit Zedenten und Maklern im In- und Ausland'],
    ],
    clients: 'versicherer',
    intro: [
      'Der Abschluss soll schneller werden, ohne dass jemand am Wochenende arbeitet. Für {client} suchen wir Verstärkung im Rechnungswesen.',
      'Für {client} besetzen wir eine Schlüsselstelle zwischen Aktuariat und Bilanz.',
    ],
    does: [
      'Sie erstellen Quartals- und Jahresabschlüsse nach HGB und IFRS',
      'Sie stimmen Nebenbücher und Hauptbuch ab und klären Differenzen',
      'Sie begleiten Wirtschaftsprüfung und Steuer',
      'Sie beurteilen neue Verträge bilanziell und dokumentieren das Ergebnis',
      'Sie vereinfachen Prozesse in SAP',
    ],
    needs: [
      'Wirtschaftswissenschaftliches Studium oder Abschluss als Bilanzbuchhalter (IHK)',
      'Kenntnisse der RechVersV',
      'Routine mit SAP FI und Excel',
      'Genauigkeit mit Blick für das Wesentliche',
    ],
    gets: ['Gleitzeit ohne Kernzeit außerhalb der Abschlüsse', 'Übernahme von Lehrgangskosten'],
  },
  {
    specialism: 'software-development',
    grades: [
      ['Java-Entwickler Bestandssysteme (m/w/d)', 62, 82, 'Mindestens drei Jahre professionelle Entwicklung mit Java und Spring', 'Sie entwickeln mit Java 21, Spring Boot und Kafka', 'Sie überführen Batch-Abläufe in ereignisgesteuerte Dienste'],
      ['Softwarearchitekt C# / .NET (m/w/d)', 85, 108, 'Langjährige Entwicklung mit C# und Verantwortung für die Architektur eines Produkts', 'Sie verantworten die Architektur eines Produkts mit vier Teams', 'Sie führen die Umstellung von .NET Framework auf .NET 8 in Azure'],
    ],
    clients: 'technik',
    intro: [
      'Für {client} suchen wir jemanden, der sauberen Code schreibt und alten Code ohne Verachtung liest.',
      'Verträge laufen dreißig Jahre, Software meist kürzer. Für {client} suchen wir Menschen, die diesen Abstand verringern.',
    ],
    does: [
      'Sie entwerfen und entwickeln Dienste für Vertrag, Inkasso und Schaden',
      'Sie schreiben automatisierte Tests und halten den Build schnell',
      'Sie lösen Altsysteme schrittweise ab',
      'Sie besprechen Anforderungen direkt mit dem Fachbereich',
      'Sie verantworten Ihre Dienste auch im Betrieb',
    ],
    needs: [
      'Sicherheit in objektorientiertem Entwurf und in SQL',
      'Erfahrung mit Docker, Kubernetes und CI/CD',
      'Interesse an Versicherung oder Bank',
      'Deutsch auf Niveau C1, gutes Englisch',
    ],
    gets: ['Mobiles Arbeiten an drei Tagen in der Woche', 'Zehn Lerntage im Jahr und ein ruhiges Büro'],
  },
  {
    specialism: 'it-transformation',
    grades: [
      ['Business Analyst Versicherung (m/w/d)', 62, 80, 'Drei Jahre Anforderungsanalyse in Versicherung oder Bank', 'Sie schreiben Anforderungen mit Beispielen, die Test und Entwicklung unverändert nutzen', 'Sie analysieren Bestände und Schnittstellen mit SQL'],
      ['Projektleitung Kernbankmigration (m/w/d)', 92, 118, 'Erfolgreich abgeschlossene Migrations- oder Einführungsprojekte in einer Bank', 'Sie leiten ein Projekt mit 35 Beteiligten und drei Dienstleistern', 'Sie verantworten Budget, Zeitplan und die Generalprobe vor der Umstellung'],
    ],
    clients: 'technik',
    intro: [
      'Zwischen Fachbereich und Entwicklung geht zu viel verloren. Für {client} suchen wir jemanden, der gut zuhört und genau schreibt.',
      'Für {client} verstärken wir ein Vorhaben, das in achtzehn Monaten abgeschlossen sein soll.',
    ],
    does: [
      'Sie nehmen Prozesse auf und beschreiben sie so, dass alle Beteiligten sie wiedererkennen',
      'Sie leiten Workshops und führen Entscheidungen herbei',
      'Sie planen Tests, Probeläufe und Umstellung',
      'Sie berichten offen über Risiken und Fortschritt',
      'Sie begleiten den Fachbereich über die Einführung hinaus',
    ],
    needs: [
      'Kenntnis klassischer und agiler Vorgehensweisen',
      'Verständnis für Daten und Schnittstellen, gern mit SQL',
      'Moderation auch bei Gegenwind',
      'Verhandlungssicheres Deutsch',
    ],
    gets: ['Ein Lenkungskreis, der entscheidet', 'Zertifizierungen nach Absprache, etwa IREB oder IPMA'],
  },
  {
    specialism: 'infrastructure-cyber-security',
    grades: [
      ['Informationssicherheitsbeauftragter (m/w/d)', 80, 102, 'Praxis mit ISO 27001 und den Anforderungen von DORA in einem beaufsichtigten Haus', 'Sie führen das ISMS und bereiten die jährliche Zertifizierung vor', 'Sie melden Vorfälle fristgerecht und begleiten die Aufarbeitung'],
      ['Cloud Engineer Azure (m/w/d)', 68, 88, 'Zwei bis vier Jahre Aufbau und Betrieb von Azure-Umgebungen', 'Sie bauen Umgebungen in Azure mit Terraform und prüfen sie wie Programmcode', 'Sie betreiben Kubernetes-Cluster für acht Produktteams'],
    ],
    clients: 'bank',
    intro: [
      'Sicherheit soll ermöglichen und nicht verhindern. Für {client} suchen wir eine Fachkraft mit diesem Verständnis.',
      'Für {client} besetzen wir eine Stelle im Team Plattform und Sicherheit.',
    ],
    does: [
      'Sie gestalten Vorgaben und Maßnahmen gemeinsam mit den Produktteams',
      'Sie prüfen Dienstleister und Auslagerungen risikoorientiert',
      'Sie üben Notfälle und werten sie aus',
      'Sie automatisieren Kontrollen, wo es sinnvoll ist',
      'Sie berichten verständlich an Vorstand und Aufsicht',
    ],
    needs: [
      'Studium der Informatik oder vergleichbare Praxis',
      'Vertrautheit mit Netzen, Identitäten und Cloud',
      'Kenntnis der aufsichtlichen Anforderungen an die IT',
      'Überzeugungskraft ohne Drohkulisse',
    ],
    gets: ['Schulungen und Prüfungen nach eigener Wahl', 'Rufbereitschaft nur freiwillig und gut vergütet'],
  },
  {
    specialism: 'data',
    grades: [
      ['Data Engineer (m/w/d)', 64, 84, 'Mindestens zwei Jahre Aufbau produktiver Datenstrecken', 'Sie entwickeln Datenstrecken mit Spark, dbt und Airflow', 'Sie lösen alte SAS-Abläufe schrittweise ab'],
      ['Data Scientist Schaden (m/w/d)', 68, 90, 'Modelle, die im Tagesgeschäft genutzt werden oder wurden', 'Sie entwickeln Modelle zur Schadensteuerung und Betrugserkennung', 'Sie planen Versuche mit Kontrollgruppen und werten sie aus'],
    ],
    clients: 'versicherer',
    intro: [
      'Für {client} suchen wir jemanden, der aus vielen Quellen eine verlässliche macht.',
      'Daten gibt es genug; es fehlt an denen, die ihnen zu Recht vertrauen. Für {client} wächst das Datenteam.',
    ],
    does: [
      'Sie bauen Datenstrecken und Modelle von der Quelle bis zur Nutzung',
      'Sie prüfen Qualität automatisch und machen Fehler sichtbar',
      'Sie arbeiten mit Aktuariat, Schaden und Vertrieb an echten Fragen',
      'Sie dokumentieren so, dass auch Urlaub möglich ist',
      'Sie achten auf Datenschutz von Beginn an',
    ],
    needs: [
      'Sehr gutes SQL und Python',
      'Erfahrung mit Databricks, Snowflake oder vergleichbaren Plattformen',
      'Statistisches Grundverständnis',
      'Deutsch und Englisch für den Alltag im Team',
    ],
    gets: ['Moderne Plattform ohne Altlasten aus dem Vorprojekt', 'Ein Vormittag in der Woche zum Lernen'],
  },
  {
    specialism: 'banking',
    grades: [
      ['Kreditanalyst Firmenkunden (m/w/d)', 58, 76, 'Erste Jahre in der Analyse von Jahresabschlüssen und Planungen', 'Sie bewerten Unternehmen mit 10 bis 250 Mio. € Umsatz', 'Sie besuchen Kunden gemeinsam mit dem Markt und prüfen Planungen vor Ort'],
      ['Spezialist Baufinanzierung (m/w/d)', 52, 68, 'Erfahrung in Prüfung oder Beratung privater Immobilienkredite', 'Sie entscheiden private Immobilienkredite bis 1,5 Mio. €', 'Sie bewerten Objekte und prüfen Beleihungsunterlagen'],
    ],
    clients: 'bank',
    intro: [
      'Kreditvorlagen dürfen kurz sein, wenn sie klar sind. Für {client} suchen wir jemanden, der so schreibt.',
      'Für {client} verstärken wir die Marktfolge mit einer Person, die Zahlen und Menschen lesen kann.',
    ],
    does: [
      'Sie prüfen Unterlagen, Planungen und Sicherheiten gründlich',
      'Sie votieren Kreditanträge in eigener Kompetenz',
      'Sie sprechen mit Kundinnen, Kunden und Markt auf Augenhöhe',
      'Sie überwachen Engagements und erkennen Warnzeichen',
      'Sie wirken an der Verbesserung der Kreditprozesse mit',
    ],
    needs: [
      'Bankausbildung oder wirtschaftswissenschaftliches Studium',
      'Kenntnis der MaRisk',
      'Sicherheit in der Bilanzanalyse',
      'Entscheidungsfreude mit Begründung',
    ],
    gets: ['Vergütung nach Bankentarif mit übertariflicher Zulage', '30 Tage Urlaub und freie Tage am 24. und 31. Dezember'],
  },
  {
    specialism: 'accounting-finance',
    grades: [
      ['Referent Meldewesen (m/w/d)', 62, 80, 'Zwei Jahre Meldewesen, Prüfung oder Banksteuerung', 'Sie erstellen COREP-, FINREP- und Großkreditmeldungen', 'Sie bauen Prüfregeln und stimmen Meldung und Bilanz ab'],
      ['Leitung Rechnungswesen (m/w/d)', 95, 122, 'Führung eines Rechnungswesens in einem beaufsichtigten Unternehmen', 'Sie führen elf Mitarbeitende und verantworten Jahres- und Konzernabschluss', 'Sie verkürzen den Monatsabschluss auf sechs Arbeitstage'],
    ],
    clients: 'bank',
    intro: [
      'Meldungen sollen pünktlich, richtig und nachvollziehbar sein, in dieser Reihenfolge am Stichtag und umgekehrt davor. Für {client} suchen wir Unterstützung.',
      'Für {client} suchen wir jemanden, der Bilanz und Aufsichtsrecht zusammen denkt.',
    ],
    does: [
      'Sie erstellen Meldungen nach CRR und KWG oder verantworten Abschlüsse nach HGB und IFRS',
      'Sie setzen neue Regeln fachlich um und testen sie',
      'Sie klären Rückfragen von Bundesbank, BaFin und Prüfern',
      'Sie verbessern Datenqualität an der Quelle',
      'Sie vertreten das Thema in Projekten',
    ],
    needs: ['Studium oder Bilanzbuchhalterprüfung', 'Kenntnisse einer Meldewesen- oder ERP-Software', 'Analytisches Denken', 'Klare schriftliche Darstellung'],
    gets: ['Homeoffice an bis zu drei Tagen', 'Ein eingespieltes Team ohne Krawattenpflicht'],
  },
  {
    specialism: 'audit-risk-compliance',
    grades: [
      ['Compliance Officer WpHG (m/w/d)', 72, 94, 'Mehrjährige Tätigkeit in der Wertpapier-Compliance', 'Sie überwachen Mitarbeitergeschäfte, Geeignetheit und Interessenkonflikte', 'Sie begleiten neue Produkte durch den Freigabeprozess'],
      ['Geldwäschebeauftragter (m/w/d)', 85, 112, 'Erfahrung als Beauftragter oder in der Stellvertretung', 'Sie verantworten Risikoanalyse, Monitoring und Verdachtsmeldungen', 'Sie stehen mit FIU und Aufsicht in direktem Austausch'],
      ['Revisor IT (m/w/d)', 68, 90, 'Zwei Jahre IT-Revision oder IT-Prüfung', 'Sie prüfen Berechtigungen, Cloud-Auslagerungen und Softwareentwicklung', 'Sie werten Massendaten mit SQL oder Python aus'],
    ],
    clients: 'bank',
    intro: [
      'Für {client} suchen wir jemanden, der Regeln kennt, ihren Zweck erklärt und im Zweifel unbequem bleibt.',
      'Kontrolle wirkt, wenn sie verstanden wird. Für {client} verstärken wir die zweite und dritte Linie.',
    ],
    does: [
      'Sie beraten Fachbereiche und bewerten Risiken',
      'Sie führen Prüfungen oder Überwachungen nach eigenem Plan durch',
      'Sie berichten an Geschäftsleitung und Aufsichtsrat',
      'Sie schulen Mitarbeitende mit Fällen aus der Praxis',
      'Sie verfolgen Maßnahmen, bis sie wirken',
    ],
    needs: ['Juristisches oder wirtschaftliches Studium oder gleichwertige Praxis', 'Kenntnis von WpHG, GwG oder MaRisk', 'Unabhängiges Urteil', 'Diskretion'],
    gets: ['Direkter Zugang zum Vorstand', 'Fortbildungen und Fachkreise während der Arbeitszeit'],
  },
  {
    specialism: 'relationship-management',
    grades: [
      ['Firmenkundenbetreuer Mittelstand (m/w/d)', 72, 96, 'Eigenes Portefeuille mittelständischer Kunden und gutes Kreditverständnis', 'Sie betreuen rund 50 Unternehmen von 10 bis 150 Mio. € Umsatz', 'Sie begleiten Investitionen, Nachfolge und Auslandsgeschäft'],
      ['Berater Private Banking (m/w/d)', 78, 110, 'Mehrjährige Betreuung vermögender Privatkunden', 'Sie betreuen rund 120 Familien in Anlage, Vorsorge und Nachfolge', 'Sie beziehen Stiftungs- und Immobilienfachleute ein, wo es nötig ist'],
    ],
    clients: 'bank',
    intro: [
      'Unternehmerinnen und Unternehmer wollen jemanden, der zurückruft. Für {client} suchen wir genau diese Person.',
      'Für {client} besetzen wir eine Stelle in der Kundenbetreuung mit bestehendem Bestand.',
    ],
    does: [
      'Sie betreuen Ihre Kundschaft umfassend und langfristig',
      'Sie erkennen Bedarf bei Finanzierung, Anlage und Zahlungsverkehr',
      'Sie strukturieren Finanzierungen gemeinsam mit der Analyse',
      'Sie gewinnen neue Kunden über Ihr Netzwerk',
      'Sie halten regulatorische Pflichten ohne Mahnung ein',
    ],
    needs: ['Bankausbildung, gern mit Studium', 'Abschlussstärke ohne Druck', 'Regionale Verwurzelung', 'Sachkunde nach WpHG, soweit erforderlich'],
    gets: ['Entscheidungswege von wenigen Tagen', 'Dienstwagen auch zur privaten Nutzung'],
  },
]
