/**
 * Words of the field that mean one thing. One group a line, an indented line goes on with the one before:
 *
 *     English, English = German, German > narrower, narrower
 *
 * What stands before `>` finds each other, both ways. What stands behind it is found by them and does not find them:
 * `shop assistant` finds a `sales promoter`, and a search for promoters does not show every shop assistant.
 * Groups are not joined over a word they share. A line of `#` names what follows.
 *
 * Here belong: names that adverts write differently, their abbreviations, and the German for them. Not: words that only
 * stand near each other (`nurse`, `hospital`); a word that stands in any advert (`it`, `send`, `go`) as what others
 * find; what is a filter (part time, contract). Written small. The engine compares words by their parts and without
 * accents, so that hyphens and umlauts need no spelling of their own.
 */
export const vocabularyText = `
# insurance
insurance = versicherung
reinsurance = rückversicherung, rückversicherer
actuary, actuarial = aktuar, versicherungsmathematiker, aktuariat
actuarial pricing, pricing actuary
reserving actuary, actuarial reserving
capital modelling, capital modeller, capital actuary
cat modeller, cat modelling, catastrophe modeller, catastrophe modelling, exposure management > exposure analyst
insurance pricing > pricing actuary, pricing analyst
underwriting = risikoprüfung, vertragszeichnung > underwriter
underwriter = risikoprüfer, vertragsprüfer
underwriting assistant, assistant underwriter, underwriting support, underwriting technician
claims handler, claims adviser, claims consultant, claims executive, claims adjuster, claims technician,
  claims specialist = schadenregulierer, schadensachbearbeiter, schadenbearbeiter
claims manager, head of claims = schadenleiter, leiter schaden
claims assessor, claims investigator, claims examiner
loss adjuster, loss assessor = schadengutachter, schadenregulierer
insurance claims = schadenregulierung, schadenbearbeitung > claims handler, claims adviser
first notification of loss, fnol
insurance broker, commercial insurance broker = versicherungsmakler
broking = maklergeschäft > broker
broker = makler
placing broker, placement broker, lloyd's broker, london market broker
insurance account handler, account handler, broking support, broker support
insurance account executive > client executive, commercial account executive
insurance sales, insurance adviser, insurance agent = versicherungsvertreter, versicherungsberater,
  versicherungsfachmann
insurance clerk, insurance administrator = versicherungskaufmann, versicherungskauffrau, versicherungsfachangestellter
policy administrator, policy administration, underwriting administrator = vertragssachbearbeiter
london market > lloyd's
general insurance, property and casualty, property casualty, p&c, non life = sachversicherung, schadenversicherung,
  kompositversicherung
life insurance, life assurance = lebensversicherung
health insurance, medical insurance = krankenversicherung
motor insurance, car insurance = kfz-versicherung
liability insurance = haftpflicht, haftpflichtversicherung
professional indemnity > pi
directors and officers, d&o
managing general agent, mga
third party administrator, tpa
insurance linked securities, ils
delegated authority, delegated underwriting, binding authority, coverholder
risk engineer, risk surveyor, insurance surveyor, loss control engineer
wordings technician, policy wordings, wordings specialist
solvency ii, solvency 2
enterprise risk management, erm
pensions administrator, pension administrator
pension, pensions = altersvorsorge, rente
employee benefits, benefits consultant = betriebliche altersversorgung, bav

# banking and markets
banking = bankwesen
banker = bankkaufmann, bankkauffrau
bank clerk, bank cashier, bank teller, cashier clerk = bankkaufmann, bankkauffrau, bankangestellter
relationship manager, relationship director, client relationship manager = firmenkundenbetreuer, kundenbetreuer,
  firmenkundenberater
corporate banking, commercial banking, business banking = firmenkundengeschäft, firmenkunden
retail banking = privatkundengeschäft, privatkunden
private banker, private banking = private-banking-berater > wealth manager
wealth manager, wealth management = vermögensverwalter, vermögensverwaltung > private banker, portfolio manager
wealth adviser, wealth planner = vermögensberater > financial planner
asset management, investment management, fund management = vermögensverwaltung, fondsmanagement
fund manager, portfolio manager, investment manager = fondsmanager, portfoliomanager
fund accountant, fund accounting = fondsbuchhalter, fondsbuchhaltung
fund administrator, fund administration
investment analyst, equity analyst, equity research, research analyst = finanzanalyst, aktienanalyst
investment banking, investment banker = investmentbanking
mergers and acquisitions, m&a > corporate finance
leveraged finance, acquisition finance
trade finance, documentary credit
foreign exchange, forex, fx = devisen, devisenhandel
fixed income, bonds = rentenhandel, anleihen
equities, equity = aktien
derivatives = derivate
securities = wertpapiere
capital markets = kapitalmarkt, kapitalmärkte
trade support, trading support, trader support, middle office
settlements, settlement, post trade = wertpapierabwicklung, abwicklung
asset liability management, alm
treasury > treasurer, treasury analyst
mortgage adviser, mortgage broker, mortgage consultant = baufinanzierungsberater, baufinanzierer
mortgage underwriter, lending underwriter, credit underwriter, lending manager
loan officer, lending officer, loans adviser = kreditsachbearbeiter, kreditberater
loan, lending = kredit
credit analyst, credit risk analyst = kreditanalyst, kreditrisikoanalyst
credit controller, credit control, debt recovery, collections adviser = debitorenbuchhalter, forderungsmanagement
debt collector, collections officer, collections agent = inkassomitarbeiter, inkasso
financial adviser, financial consultant, financial planner = finanzberater, vermögensberater, anlageberater
independent financial adviser, ifa = unabhängiger finanzberater > financial adviser, financial planner, wealth adviser
paraplanner, para planner, paraplanning
payments, payment = zahlungsverkehr
customer due diligence, client due diligence, cdd > kyc
know your customer, kyc, client onboarding > cdd
stockbroker, stock broker = börsenmakler, wertpapierhändler
trading = wertpapierhandel > trader
trader = wertpapierhändler
branch manager, bank manager = filialleiter, zweigstellenleiter
high net worth, hnw, hnwi
initial public offering, ipo

# quants and data
quant, quantitative = quantitativ
quant analyst, quantitative analyst, strat > quantitative researcher, quantitative strategist
quant trader, algorithmic trader, systematic trader
algo, algorithmic = algorithmisch
high frequency trading, hft, low latency trading
statistical arbitrage, stat arb
xva, cva
fundamental review of the trading book, frtb
model validation, model validator, model risk = modellvalidierung, modellvalidierer
mathematician = mathematiker
statistician = statistiker > biostatistician
economist = volkswirt, ökonom
data scientist, data science = datenwissenschaftler, data-scientist
data analyst, data analytics = datenanalyst, datenanalytiker > insight analyst, reporting analyst, mi analyst
data engineer, data engineering, etl developer = dateningenieur, data-engineer
data architect = datenarchitekt
data warehouse, dwh
business intelligence, bi > power bi
bi developer, bi analyst, power bi developer, business intelligence developer, business intelligence analyst
mi analyst, management information analyst, reporting analyst
insight analyst, customer insight
machine learning, ml = maschinelles lernen
artificial intelligence, ai = künstliche intelligenz, ki
natural language processing, nlp
large language model, llm
machine learning engineer, ml engineer, ai engineer

# audit, risk, compliance
audit = revision, wirtschaftsprüfung > auditor
auditor = wirtschaftsprüfer, revisor, prüfer
external auditor, external audit, statutory audit = abschlussprüfer, abschlussprüfung
internal auditor, internal audit = innenrevision, interne revision, revisor
it auditor, it audit, technology audit = it-revisor, it-revision
audit senior, senior auditor, audit semi senior
risk manager, head of risk = risikomanager, risikocontroller
risk management = risikomanagement
risk analyst = risikoanalyst, risikocontroller
operational risk, op risk = operationelle risiken
compliance officer, compliance analyst, compliance executive = compliance-beauftragter, compliance-officer
compliance manager, head of compliance = compliance-manager
anti money laundering, aml = geldwäscheprävention, geldwäsche
money laundering reporting officer, mlro = geldwäschebeauftragter
financial crime, fincrime, fraud prevention > fraud, anti money laundering
fraud analyst, fraud investigator, fraud officer = betrugsermittler
regulatory reporting = meldewesen, aufsichtsrecht
sarbanes oxley, sox
governance risk and compliance, governance risk compliance, grc
data protection, data privacy, gdpr = datenschutz, dsgvo
data protection officer, dpo = datenschutzbeauftragter
business continuity, bcm, disaster recovery
company secretary, cosec, company secretarial
sustainability = nachhaltigkeit > esg
esg > sustainability
health and safety, h&s, hse, ehs, hseq, sheq = arbeitssicherheit, arbeitsschutz
health and safety manager, hse manager, safety manager, sheq manager = sicherheitsingenieur
health and safety officer, health and safety adviser, hse adviser, safety officer, safety coordinator
  = fachkraft für arbeitssicherheit, sicherheitsfachkraft

# accounting and finance
accounting, accountancy = buchhaltung, rechnungswesen > accountant
accountant = buchhalter, bilanzbuchhalter
buchhalter, buchhaltung > bilanzbuchhalter, finanzbuchhalter, lohnbuchhalter, anlagenbuchhalter, debitorenbuchhalter,
  kreditorenbuchhalter
bookkeeper, book keeper, bookkeeping = buchhalter
accounts assistant, accounts clerk, finance assistant, accounts administrator, finance administrator,
  accounts executive, ledger clerk = buchhaltungsassistent, sachbearbeiter buchhaltung
accounts payable, purchase ledger, bought ledger, ap = kreditorenbuchhalter, kreditorenbuchhaltung
accounts receivable, sales ledger = debitorenbuchhalter, debitorenbuchhaltung
purchase ledger clerk, accounts payable clerk, purchase ledger assistant, accounts payable assistant
sales ledger clerk, accounts receivable clerk, sales ledger assistant, accounts receivable assistant
financial controller, finance controller, group accountant = finanzcontroller, controller
finance manager, accounts manager = leiter finanzen, leiter rechnungswesen
finance director, financial director, cfo = finanzvorstand, finanzleiter
chief financial officer, cfo = finanzvorstand
financial planning, fp&a > finance business partner
finance business partner, commercial finance
financial analyst, finance analyst = finanzanalyst
management accountant, management accounts, cima accountant = controller
financial accountant, statutory accountant = finanzbuchhalter
qualified accountant > aca, acca, cima
newly qualified, recently qualified > nq
part qualified, semi qualified > pq
payroll = lohnbuchhaltung, lohnabrechnung, entgeltabrechnung
payroll clerk, payroll administrator, payroll officer, payroll assistant, payroll specialist = lohnbuchhalter,
  entgeltabrechner, gehaltsabrechner
tax adviser, tax consultant, tax accountant, tax specialist = steuerberater, steuerfachwirt
tax assistant, tax trainee = steuerfachangestellter, steuerfachangestellte
tax = steuern, steuer
cost accountant = kostenrechner
accounts senior, practice accountant, client accountant
billing, invoicing = rechnungsstellung, fakturierung
insolvency = insolvenz

# technology: building
developer = entwickler
programmer = programmierer > developer, software engineer
computer programmer, software programmer > programmer, software developer, software engineer
coder > programmer, developer
software developer, software engineer, application developer = softwareentwickler, anwendungsentwickler,
  software-entwickler, programmierer
software development, software engineering, programming = softwareentwicklung, programmierung > software developer,
  software engineer
web developer, web development, website developer = webentwickler, web-entwickler
frontend, front end
backend, back end
fullstack, full stack
frontend developer, front end developer, ui developer = frontend-entwickler
mobile developer, app developer = app-entwickler > ios developer, android developer
game developer, games developer, games programmer = spieleentwickler
embedded engineer, embedded software engineer, firmware engineer = embedded-entwickler
database developer, sql developer = datenbankentwickler
java developer, java engineer = java-entwickler
python developer, python engineer = python-entwickler
javascript, js
typescript, ts
golang > go developer, go engineer
go > golang
c++, cpp
c#, csharp
.net, dotnet
nodejs, node.js
reactjs, react.js > react
vuejs, vue.js > vue
angularjs > angular
postgresql, postgres
sql server, mssql
amazon web services, aws
google cloud, gcp
kubernetes, k8s
user experience, ux
user interface, ui
ux designer, user experience designer, ui designer, product designer = ux-designer
qa, quality assurance = qualitätssicherung > tester, test analyst
tester, software tester, test engineer, test analyst, qa engineer, qa analyst, qa tester = softwaretester, testingenieur
test automation, automation tester, automation engineer in test, sdet, test automation engineer = testautomatisierer,
  testautomatisierung
test manager, test lead, qa manager, qa lead = testmanager
solution architect, solutions architect, technical architect, software architect = softwarearchitekt, lösungsarchitekt
enterprise architect = unternehmensarchitekt
technical author, technical writer, documentation specialist = technischer redakteur
computer scientist = informatiker
product owner > po
scrum master > agile delivery manager, agile coach
business analyst, ba = business-analyst, geschäftsanalyst
business analysis > business analyst
systems analyst, system analyst = systemanalytiker

# technology: running
site reliability, sre = site-reliability-engineer > devops
devops = devops-engineer > site reliability, platform engineer
platform engineer, cloud engineer, infrastructure engineer
system administrator, systems administrator, sysadmin, sys admin = systemadministrator, systemadmin
systems engineer, system engineer = systemingenieur, systemtechniker
network engineer, network administrator = netzwerkadministrator, netzwerktechniker, netzwerkingenieur
database administrator, dba = datenbankadministrator
helpdesk, help desk, service desk, it helpdesk > desktop support
it support, tech support, desktop support
  = it-support, anwenderbetreuung, it-servicedesk
it support technician, it technician, desktop engineer, support technician = it-systemelektroniker, it-techniker,
  it-supporter
support analyst, support engineer, application support
first line, 1st line > helpdesk, service desk
second line, 2nd line
third line, 3rd line
cyber security, cybersecurity, cyber, information security, infosec, it security = it-sicherheit, informationssicherheit
penetration tester, pen tester, pentester, ethical hacker, penetration testing = penetrationstester
security analyst, soc analyst, security operations = it-sicherheitsanalyst
chief information security officer, ciso, head of information security
identity and access management, identity access management, iam
it manager, head of it, it director = it-leiter, leiter it
it project manager, technical project manager = it-projektleiter, it-projektmanager
information technology = informationstechnologie, informationstechnik
chief technology officer, cto = technischer leiter
chief information officer, cio
office 365, microsoft 365, o365, m365
dynamics 365, d365
sap consultant = sap-berater
erp consultant = erp-berater
salesforce developer, salesforce engineer
fachinformatiker > systemadministrator, anwendungsentwickler, softwareentwickler
telecoms, telecommunications, telecom = telekommunikation
internet of things, iot
robotic process automation, rpa

# projects and change
project manager, pm = projektleiter, projektmanager
project management = projektmanagement, projektleitung > project manager
programme manager, program manager, programme director = programmmanager, programmleiter
project coordinator, project administrator, project support officer = projektkoordinator, projektassistent
project management office, pmo = projektbüro
change management = veränderungsmanagement > change manager
process improvement, continuous improvement, lean, six sigma = prozessoptimierung
management consultant, strategy consultant, business consultant = unternehmensberater
consultant = berater
consulting, consultancy = beratung > consultant

# management
managing director, chief executive, ceo, general manager = geschäftsführer
managing director > md
chief executive officer, ceo
chief operating officer, coo, operations director = betriebsleiter
vice president, vp
senior vice president, svp
operations manager, ops manager = betriebsleiter, operationsmanager
operations, ops
department manager, head of department = abteilungsleiter
team leader, team lead, team manager = teamleiter, gruppenleiter, teamlead
supervisor = vorarbeiter, schichtleiter > team leader
shift manager, shift leader, shift supervisor = schichtleiter, schichtführer
deputy manager, assistant manager = stellvertretender leiter, stellvertretender filialleiter
area manager, regional manager, district manager = gebietsleiter, regionalleiter, bezirksleiter

# office
personal assistant, pa > executive assistant
executive assistant, ea = vorstandsassistenz, assistenz der geschäftsführung, geschäftsführungsassistenz
secretary, secretarial = sekretär, sekretärin, sekretariat, teamassistenz > personal assistant
admin, administration, administrative = verwaltung
admin assistant, administrative assistant, administration assistant
administrator, admin assistant, admin officer, admin clerk
  = verwaltungsangestellter, verwaltungsmitarbeiter, bürokraft
office administrator, office assistant, office clerk, office junior = bürokraft, bürokaufmann, bürokauffrau,
  kaufmann für büromanagement, bürohilfe, büroassistenz
clerk, clerical assistant, clerical officer = sachbearbeiter
sachbearbeiter > administrator
office manager, office management = büroleiter, büromanager
receptionist, front desk, reception = empfangsmitarbeiter, rezeptionist, empfang
data entry, data input, data entry clerk, data inputter = datenerfasser, datenerfassung, datentypist
typist, audio typist, copy typist = schreibkraft
document controller, records officer = dokumentenmanager
telephonist, switchboard operator = telefonist
post room, mail room, mailroom, postroom
executive, exec
representative, rep
assistant, asst = assistent, assistenz
manager, mgr
senior, snr, sr
junior, jnr, jr
engineer = ingenieur
eng > engineer
technician = techniker
industrial clerk = industriekaufmann, industriekauffrau, kaufmännischer angestellter

# people
human resources, hr, people team = personalwesen, personalabteilung
hr manager, human resources manager, people manager, head of hr = personalleiter, personalmanager
hr adviser, hr officer, hr generalist, people adviser = personalreferent, personalsachbearbeiter
hr assistant, hr administrator, hr coordinator, people coordinator = personalassistent, personalsachbearbeiter
hr business partner, hrbp, people partner, people business partner
hr director, people director, chief people officer, head of people = personalvorstand, personaldirektor
recruitment, recruiting, talent acquisition = personalbeschaffung, personalgewinnung > recruiter
recruiter, recruitment consultant, talent acquisition specialist, talent partner = personalberater, personalvermittler,
  personaldisponent
resourcer, recruitment resourcer, sourcer > trainee recruitment consultant
learning and development, l&d, training and development = personalentwicklung, weiterbildung
training manager, l&d manager, learning manager = schulungsleiter
trainer, training officer = ausbilder, schulungsleiter
instructor = ausbilder
compensation and benefits, comp and ben > reward manager, reward analyst

# law
solicitor, lawyer, attorney = rechtsanwalt, anwalt, jurist > legal counsel
lawyer > barrister
legal counsel, in house counsel, in house lawyer, corporate counsel, general counsel = syndikusrechtsanwalt, syndikus,
  unternehmensjurist, justiziar
paralegal, legal assistant, legal executive = rechtsanwaltsfachangestellte, rechtsanwaltsfachangestellter,
  anwaltsgehilfin
legal secretary, legal pa = rechtsanwaltsfachangestellte, anwaltssekretärin
conveyancer, licensed conveyancer > conveyancing solicitor
legal > solicitor, lawyer
fee earner > solicitor, paralegal
notary = notar
trainee solicitor, training contract = rechtsreferendar
post qualification experience, pqe
wills and probate, private client
family law, family solicitor, matrimonial = familienrecht
employment law, employment lawyer, employment solicitor = arbeitsrecht
contract manager, contracts manager = vertragsmanager
caseworker, case worker, case handler
bailiff, enforcement agent, enforcement officer = gerichtsvollzieher

# selling and customers
sales = vertrieb, verkauf
salesman, salesperson, saleswoman, sales person > sales executive, sales adviser, sales consultant
sales executive, sales representative, sales rep, sales consultant, sales agent = vertriebsmitarbeiter,
  vertriebsbeauftragter, verkaufsberater
sales manager, head of sales, sales director = vertriebsleiter, verkaufsleiter
field sales, area sales manager, territory manager, external sales = außendienst, außendienstmitarbeiter,
  gebietsverkaufsleiter
internal sales, inside sales, sales support, sales administrator, sales coordinator = innendienst, vertriebsinnendienst,
  vertriebsassistent
sales engineer, technical sales, technical sales engineer = vertriebsingenieur
business development, new business, biz dev = vertrieb, geschäftsentwicklung
business development manager, bdm
business development executive, bde, new business executive, sales development representative, sdr
telesales, telemarketing, telephone sales, telemarketer = telefonverkauf, telefonverkäufer
call centre, call center, contact centre, contact center = callcenter, call-center
call centre agent, call handler, telephone agent, customer service agent = callcenter-agent, call-center-agent
customer service, customer services, customer support, customer care, client services = kundenservice, kundenbetreuung,
  kundendienst
customer service adviser, customer service representative, customer service assistant, customer adviser,
  customer service executive = kundenberater, kundenbetreuer, kundenservicemitarbeiter
customer success manager, csm, customer success > account manager
account manager, key account manager, client manager, kam = kundenbetreuer, key-account-manager
presales, pre sales
shop assistant, sales assistant, retail assistant, store assistant, shop worker, retail sales assistant, sales adviser,
  sales associate = verkäufer, verkaufsmitarbeiter, einzelhandelskaufmann, verkaufskraft
shop assistant > customer assistant, retail adviser, sales promoter
retail = einzelhandel
store manager, shop manager, retail manager = filialleiter, marktleiter, storemanager
cashier, till operator, checkout operator, checkout assistant = kassierer, kassenkraft
stock controller, stock control, inventory controller, inventory control = bestandsmanager, lagerverwalter
buyer, purchaser, purchasing officer, procurement officer, procurement specialist = einkäufer
procurement, purchasing, buying = einkauf, beschaffung > buyer
purchasing manager, procurement manager, head of procurement = einkaufsleiter
estate agent, sales negotiator, property negotiator, lettings negotiator, letting agent, lettings agent,
  property consultant = immobilienmakler
property manager, block manager, estate manager = immobilienverwalter, hausverwalter, immobilienmanager
real estate, property = immobilien
car sales executive, car salesman, vehicle sales, automotive sales, car sales = autoverkäufer, automobilverkäufer
travel agent, travel consultant, travel adviser = reiseverkehrskaufmann, reiseberater
ecommerce, e-commerce, online retail = onlinehandel

# marketing and media
marketing manager, head of marketing = marketingleiter, marketingmanager
marketing executive, marketing officer, marketing coordinator, marketing specialist = marketingreferent
search engine optimisation, seo = suchmaschinenoptimierung
pay per click, ppc, paid search, sem
public relations, pr = öffentlichkeitsarbeit, pressearbeit
communications, comms = kommunikation
copywriter, content writer, copy writer = texter, werbetexter
graphic designer, creative designer, graphics designer, artworker = grafikdesigner, mediengestalter, grafiker
journalist, reporter = redakteur
editor = redakteur, lektor
photographer = fotograf
fundraising > fundraiser
translator, interpreter, translation = übersetzer, dolmetscher
video editor, videographer = cutter, mediengestalter

# care and health
carer, caregiver, care giver > care assistant, care worker, home carer, healthcare assistant, support worker
care assistant, care worker, home carer = pflegehelfer, pflegeassistent, pflegekraft > healthcare assistant, carer
support worker, support assistant > care worker
healthcare assistant, health care assistant, hca, nursing assistant, auxiliary nurse = pflegehelfer, krankenpflegehelfer
  > care assistant
home care, homecare, domiciliary care, domiciliary = ambulante pflege, häusliche pflege
domiciliary carer, home carer, homecare worker, home care assistant, community carer
live in carer, live in care
care home, nursing home, residential home = pflegeheim, altenheim, seniorenheim
care manager, registered manager, care home manager, home manager = heimleiter, pflegedienstleiter, pflegedienstleitung
care coordinator, care planner = pflegekoordinator
nursing = pflege, krankenpflege > nurse
nurse, registered nurse, staff nurse = krankenschwester, krankenpfleger, pflegefachkraft, pflegefachfrau,
  pflegefachmann, gesundheitspfleger
registered general nurse, rgn, registered nurse
mental health nurse, rmn, registered mental nurse, psychiatric nurse
learning disability nurse, rnld
care for the elderly, elderly care, geriatric = altenpflege > altenpfleger
altenpfleger, pflegekraft, pflegefachkraft
operating department practitioner, odp, theatre practitioner, scrub nurse = operationstechnischer assistent, op-pfleger
occupational therapist, ot = ergotherapeut
physiotherapist, physio, physical therapist = physiotherapeut, krankengymnast
speech and language therapist, speech therapist, speech language therapist, slt = logopäde, sprachtherapeut
doctor, physician, medical officer = arzt, ärztin
general practitioner, gp = hausarzt, allgemeinmediziner
dentist, dental surgeon = zahnarzt
dental nurse, dental assistant = zahnmedizinische fachangestellte, zahnarzthelferin, zfa
medical receptionist, doctors receptionist, gp receptionist, clinic assistant = medizinische fachangestellte,
  arzthelferin, mfa
medical secretary = arztsekretärin
pharmacist = apotheker
pharmacy technician, pharmacy assistant, dispenser, pharmacy dispenser = pta, pharmazeutisch technischer assistent
optician, optometrist, dispensing optician = augenoptiker, optiker
veterinary surgeon, vet, veterinarian = tierarzt
veterinary nurse, vet nurse = tiermedizinische fachangestellte, tierarzthelferin
midwife = hebamme
paramedic, emergency medical technician = notfallsanitäter, rettungssanitäter
radiographer = radiologieassistent, mtra > sonographer
social worker, social work = sozialarbeiter, sozialpädagoge
youth worker, youth support worker = jugendarbeiter
psychologist = psychologe
psychotherapist = psychotherapeut > therapist
therapist = therapeut
counsellor, counselling > therapist
laboratory technician, lab technician, lab assistant, laboratory assistant = laborant, laborassistent
nanny, childminder, au pair, babysitter = kindermädchen, tagesmutter, kinderfrau
medical representative, medical sales, pharmaceutical sales = pharmareferent, medizinprodukteberater

# teaching
teaching = unterricht > teacher
teacher = lehrer, lehrkraft
teaching assistant, classroom assistant, learning support assistant, lsa = schulbegleiter, lernbegleiter
ta > teaching assistant
special educational needs, special needs, sen = sonderpädagogik, förderpädagogik
send > special educational needs, special needs
sen teacher, special needs teacher, special educational needs teacher = sonderpädagoge, förderschullehrer
newly qualified teacher, nqt, early career teacher, ect
supply teacher, supply teaching, relief teacher = vertretungslehrer
head teacher, headteacher, school principal = schulleiter, rektor
lecturer, university teacher = dozent, hochschullehrer
tutor, private tutor = nachhilfelehrer
nursery nurse, nursery practitioner, early years practitioner, nursery assistant, early years educator,
  childcare practitioner, nursery worker = erzieher, kinderpfleger, pädagogische fachkraft
preschool teacher, pre school teacher, kindergarten teacher, nursery teacher, early childhood educator = erzieher,
  kindergärtnerin
childcare, child care, early years = kinderbetreuung > nursery nurse, nursery practitioner
nursery manager, nursery deputy manager = kita-leitung, kita-leiter
pe teacher, physical education teacher, sports teacher = sportlehrer
maths, mathematics, math = mathematik
modern foreign languages, mfl, languages teacher
design and technology, dt teacher

# driving and moving goods
driving > driver
driver = fahrer
lorry driver, hgv driver, lgv driver, truck driver = lkw-fahrer, kraftfahrer, berufskraftfahrer > class 1 driver,
  class 2 driver
hgv, lgv > lorry, truck
class 1 driver, hgv class 1, lgv class 1, class one driver, c+e driver > hgv driver
class 2 driver, hgv class 2, lgv class 2, class two driver, cat c driver > hgv driver
van driver, delivery driver, courier, multi drop driver, courier driver = auslieferungsfahrer, zusteller, kurierfahrer,
  paketzusteller
bus driver, coach driver, psv driver, pcv driver = busfahrer
taxi driver, cab driver = taxifahrer
train driver = lokführer, triebfahrzeugführer
chauffeur, private driver
forklift, fork lift, flt = gabelstapler, stapler
forklift driver, fork lift driver, flt driver, forklift operator, counterbalance driver, reach truck driver
  = staplerfahrer, gabelstaplerfahrer
warehouse = lager
warehouse operative, warehouse worker, warehouse assistant, warehouseman, warehouse operator, storeman, stores person
  = lagermitarbeiter, lagerist, lagerhelfer, lagerarbeiter, fachkraft für lagerlogistik
order picker, picker packer, picker, picking and packing, pick and pack = kommissionierer > warehouse operative
packer, packing operative, packaging operative = verpacker
warehouse manager = lagerleiter
logistics = logistik, spedition > supply chain
supply chain = lieferkette > logistics
transport planner, transport coordinator, traffic planner, transport clerk = disponent, speditionskaufmann
transport manager, fleet manager = fuhrparkleiter, transportleiter
freight forwarder, freight forwarding, freight clerk, shipping clerk = speditionskaufmann, schifffahrtskaufmann
import export, import and export
postman, postal worker, mail carrier = briefträger, postbote, zusteller
removals, removal porter = möbelpacker, umzugshelfer

# making and mending
engineering = ingenieurwesen, technik > engineer
production operative, factory worker, factory operative, manufacturing operative, production operator,
  production worker, assembly operative, line operative = produktionsmitarbeiter, produktionshelfer, fabrikarbeiter
machine operator, machine operative, machine setter = maschinenbediener, maschinenführer, anlagenführer
cnc machinist, cnc operator, cnc setter, cnc programmer, cnc miller, cnc turner = zerspanungsmechaniker, cnc-fräser,
  cnc-dreher
assembler, assembly technician = montagemitarbeiter, monteur
production manager, manufacturing manager, factory manager, plant manager = produktionsleiter, werkleiter,
  fertigungsleiter
mechanic, vehicle technician, car mechanic, motor mechanic, vehicle mechanic, automotive technician,
  motor vehicle technician = kfz-mechatroniker, kfz-mechaniker, automechaniker
hgv technician, hgv mechanic, truck mechanic, commercial vehicle technician = nutzfahrzeugmechatroniker
panel beater, body repair technician, vehicle body repairer = karosseriebauer
maintenance engineer, maintenance technician, maintenance fitter = instandhalter, wartungstechniker, betriebstechniker,
  instandhaltungsmechaniker
maintenance operative, handyman, handyperson, maintenance person, multi trade operative, odd job man = haustechniker,
  hausmeister
caretaker, janitor, school caretaker = hausmeister
field service engineer, service engineer, field engineer, service technician = servicetechniker, kundendiensttechniker,
  serviceingenieur
mechanical engineer = maschinenbauingenieur, maschinenbauer
electrical engineer = elektroingenieur
electronics engineer, electronic engineer = elektronikingenieur
civil engineer = bauingenieur
structural engineer = statiker, tragwerksplaner
process engineer, chemical engineer = verfahrensingenieur, prozessingenieur
quality engineer, quality manager = qualitätsingenieur, qualitätsmanager, qualitätsbeauftragter
quality inspector, quality controller, quality control, qc inspector = qualitätsprüfer, qualitätskontrolle
design engineer, mechanical design engineer = konstrukteur, konstruktionsingenieur
cad technician, cad designer, cad operator, draughtsman, draughtsperson, drafter, draftsman = technischer zeichner,
  bauzeichner, technischer systemplaner
fitter, mechanical fitter = schlosser, monteur, industriemechaniker
welder, welding, welder fabricator, fabricator = schweißer
toolmaker, tool maker = werkzeugmacher, werkzeugmechaniker
electrician, electrical fitter, electrical installer, sparky = elektriker, elektroniker, elektroinstallateur
plumber, plumbing = klempner, installateur, anlagenmechaniker > heating engineer
gas engineer, heating engineer, boiler engineer = heizungsbauer, heizungsmonteur
air conditioning engineer, hvac engineer, refrigeration engineer, hvac technician = kältetechniker, kälteanlagenbauer,
  klimatechniker
heating ventilation and air conditioning, hvac > air conditioning
lift engineer, elevator technician = aufzugsmonteur
research and development, r&d = forschung und entwicklung, f&e

# building
construction = bau, bauwesen
builder, building operative = bauarbeiter
labourer, general labourer, site labourer, construction labourer = bauhelfer, hilfsarbeiter
groundworker, ground worker, groundworks = tiefbauer
carpenter, joiner, carpentry, joinery, bench joiner, chippy = tischler, schreiner, zimmermann, zimmerer
bricklayer, brickie, bricklaying, stonemason = maurer
painter, decorator, painter and decorator, painter decorator = maler, maler und lackierer, lackierer
plasterer, plastering = stuckateur, gipser, verputzer
roofer, roofing = dachdecker
tiler, tiling = fliesenleger
scaffolder, scaffolding = gerüstbauer
site manager, construction manager, site supervisor = bauleiter, polier
site engineer, setting out engineer > civil engineer
quantity surveyor, qs, cost manager = baukalkulator, kostenplaner
estimator, cost estimator = kalkulator
surveyor = vermesser, vermessungsingenieur
architect = architekt
architectural technician, architectural technologist, architectural assistant = bauzeichner
town planner, urban planner, planning officer = stadtplaner
mechanical and electrical, m&e
plant operator, digger driver, excavator operator, 360 driver = baggerfahrer, baumaschinenführer
facilities manager, facility manager, facilities management = facility-manager, objektleiter

# hotels and kitchens
chef = koch
cook = koch, köchin > chef
head chef, executive chef, kitchen manager = küchenchef, küchenleiter
sous chef = souschef
chef de partie, cdp, line chef, line cook
commis chef, junior chef, trainee chef = jungkoch, commis de cuisine
kitchen assistant, kitchen porter, kp, pot washer, kitchen hand, dishwasher = küchenhilfe, spüler, spülkraft
catering assistant, canteen assistant, food service assistant = kantinenmitarbeiter, küchenhilfe
catering = gastronomie > chef, catering assistant
waiter, waitress, waiting staff, food and beverage assistant, wait staff = kellner, servicekraft, restaurantfachmann
food and beverage, f&b
bartender, bar staff, barman, barmaid, bar person, bar tender = barkeeper, thekenkraft, barmitarbeiter
hotel receptionist, front desk agent, guest service agent, front office agent = hotelfachmann, hotelfachfrau,
  rezeptionist
restaurant manager = restaurantleiter
hotel manager = hotelmanager, hoteldirektor
pub manager, bar manager = barchef
hospitality = gastgewerbe, hotellerie, gastronomie
housekeeper, housekeeping, room attendant, chambermaid = hauswirtschafter, zimmermädchen, hausdame
cleaner, cleaning, cleaning operative, domestic assistant, domestic cleaner, janitorial = reinigungskraft, raumpfleger,
  putzkraft, gebäudereiniger
fast food > crew member, team member
event manager, events manager, event coordinator, event planner, event organiser = eventmanager, veranstaltungsmanager,
  veranstaltungskaufmann
cabin crew, flight attendant, air hostess, air steward = flugbegleiter
fitness instructor, personal trainer, gym instructor = fitnesstrainer
lifeguard, pool attendant = rettungsschwimmer, bademeister

# other work
security guard, security officer, sia guard = sicherheitsmitarbeiter, wachmann, sicherheitskraft, wachschutz
door supervisor, doorman, bouncer, door staff = türsteher
gardener, gardening, landscaper, grounds maintenance, groundsman = gärtner, landschaftsgärtner
hairdresser, hair stylist, barber, hairdressing = friseur, friseurin
beauty therapist, beautician, nail technician = kosmetiker, kosmetikerin
tailor, seamstress, sewing machinist, dressmaker = schneider, näherin
butcher = metzger, fleischer
baker, bakery = bäcker, bäckerei
fishmonger = fischverkäufer
farm worker, farm hand, agricultural worker = landarbeiter, landwirtschaftshelfer
refuse collector, refuse loader, bin man, waste operative = müllwerker
civil servant, civil service = öffentlicher dienst, verwaltungsfachangestellter > government
public sector > government, local authority
local authority, council, local government = kommunalverwaltung, stadtverwaltung
housing officer, tenancy officer, neighbourhood officer
librarian = bibliothekar
scientist, research scientist = wissenschaftler, wissenschaftlicher mitarbeiter
researcher = forscher
chemist = chemiker
biologist = biologe
physicist = physiker
market researcher, market research, research executive = marktforscher, marktforschung

# beginning
apprentice, apprenticeship = auszubildender, auszubildende, azubi, ausbildung, lehrling
intern, internship, placement student, work placement = praktikant, praktikum
working student = werkstudent
graduate, grad = absolvent, hochschulabsolvent, berufseinsteiger
school leaver > apprentice, trainee
career changer = quereinsteiger
volunteer, voluntary = ehrenamtlich, freiwilliger

# one word, two spellings
adviser, advisor
coordinator, co-ordinator = koordinator
labour, labor
labourer, laborer
programme, program
centre, center
organiser, organizer
optimisation, optimization
organisation, organization
specialist = spezialist
licence, license
modelling, modeling
modeller, modeler
analyse, analyze
counsellor, counselor
behaviour, behavior
paediatric, pediatric
paediatrician, pediatrician = kinderarzt
anaesthetist, anesthetist = anästhesist
orthopaedic, orthopedic
jeweller, jeweler = juwelier
aluminium, aluminum
tyre, tire
enquiry, inquiry
healthcare, health care = gesundheitswesen
elearning, e-learning
aftersales, after sales
multidrop, multi drop
postgraduate, post graduate
wellbeing, well being
nightshift, night shift = nachtschicht
lead generator, lead generation
home based, homebased, work from home, working from home, wfh = homeoffice, home office, mobiles arbeiten > remote
`
