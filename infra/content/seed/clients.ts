import type { ClientKind, Country } from './template.ts'

/**
 * How the advert calls the employer, a sentence or two about it, and `named` where the employer lets its name be shown.
 * None of them exists.
 */
export type Client = [phrase: string, about: string, named?: 'named']

export const clients: Record<Country, Partial<Record<ClientKind, Client[]>>> = {
  GB: {
    lloyds: [
      [
        'a mid-sized Lloyd’s syndicate',
        'The syndicate writes property, marine and specialty lines from a single floor, and its underwriters still sign off their own referrals.',
      ],
      [
        'a Lloyd’s managing agency',
        'The agency runs two syndicates and a consortium, with about 220 people and a capital provider that has backed it for eleven years.',
      ],
      [
        'a young Lloyd’s syndicate',
        'The syndicate opened four years ago with one box and thirty people; stamp capacity has since trebled and the founders still sit with the team.',
      ],
      [
        'the Lloyd’s platform of an overseas insurance group',
        'The parent gives it a strong balance sheet and otherwise lets London get on with it.',
      ],
      [
        'Orrinshaw Underwriting',
        'Orrinshaw manages a specialty syndicate known for political risk and contingency, and has made an underwriting profit in eight of the past ten years.',
        'named',
      ],
      [
        'a specialist Lloyd’s insurer',
        'The firm leads on most of what it writes, keeps its own claims team and has no plan to be the biggest.',
      ],
      [
        'Pellworthy Syndicate Management',
        'Pellworthy writes treaty, property and specialty business for clients in forty countries, and everybody in the building knows the combined ratio.',
        'named',
      ],
    ],
    insurer: [
      [
        'the commercial division of a large insurance group',
        'Some 900 people underwrite, price and settle for companies from the corner shop to the listed group.',
      ],
      [
        'a composite insurer',
        'The company looks after four million policyholders and is half-way through moving them from three old platforms to one.',
      ],
      [
        'a mutual insurer',
        'Owned by its members, it pays no dividends and so can take a decision that needs five years to come good.',
      ],
      [
        'Fennholt Mutual',
        'Fennholt insures farms, churches and small firms across the east of the country, and keeps nine policyholders in ten at renewal.',
        'named',
      ],
      [
        'the UK arm of a European insurance group',
        'The business has grown by two acquisitions in three years and is now joining up what it bought.',
      ],
      [
        'a commercial lines insurer',
        'The company deals only through brokers, concentrates on firms with 50 to 500 staff and has a name for paying claims without a fight.',
      ],
    ],
    personal: [
      [
        'a personal lines insurer',
        'Motor and home are its trade, mostly through price comparison sites, and a price change goes live the same afternoon.',
      ],
      [
        'a digital motor insurer',
        'The company prices by the mile, holds its own data and has just raised the money for a second country.',
      ],
      [
        'a motor and home insurer',
        'Two call centres and an app look after 1.6 million customers, and the claims department is counted among the best in the trade.',
      ],
      [
        'Merrowdale Direct',
        'Merrowdale sells home, pet and travel cover under its own name and for three supermarkets and a bank.',
        'named',
      ],
    ],
    life: [
      [
        'a life and pensions provider',
        'The provider’s closed and open books together hold some £40bn for 1.2 million savers.',
      ],
      [
        'a bulk annuity specialist',
        'The firm has completed more than sixty pension scheme buy-ins and expects its busiest year yet.',
      ],
      [
        'a closed-book consolidator',
        'The company buys books that others no longer want and runs them well; the fourth integration is under way.',
      ],
      [
        'a friendly society with a long history',
        'Small enough for the board to know the actuarial team by name, it still writes new with-profits business.',
      ],
      [
        'Stellford Life',
        'Stellford is a protection and annuity provider with a plain product range and a service team that answers in under a minute.',
        'named',
      ],
    ],
    mga: [
      [
        'an insurtech MGA',
        'Founded by an underwriter and two engineers, it quotes small commercial risks in ninety seconds on A-rated paper.',
      ],
      [
        'a managing general agent in professional lines',
        'The MGA places £85m of premium with five carriers, and its loss ratio has kept all five on the panel.',
      ],
      [
        'Tollgate Row',
        'Tollgate Row underwrites cyber and technology risks for firms that most markets find too small to look at.',
        'named',
      ],
      [
        'a fast-growing MGA group',
        'Nine underwriting teams share one platform for claims, finance and data, and two more join this year.',
      ],
    ],
    broker: [
      [
        'a Lloyd’s broker',
        'About 300 people work for it, the partners still broke, and the business belongs to those who work in it.',
      ],
      [
        'an independent commercial broker',
        'The firm has twelve offices, a wholesale arm and clients who have stayed for decades.',
      ],
      [
        'a global insurance broker',
        'This team has the licence and data of a large house and the habits of a small one.',
      ],
      [
        'a wholesale broker',
        'The firm places what regional brokers cannot, from fireworks makers to film sets, with sixty markets.',
      ],
      [
        'Ketterhall Partners',
        'Ketterhall is owned by its staff, looks after mid-market companies and is known for its claims advocacy.',
        'named',
      ],
      [
        'a consolidating broker group',
        'Backed by private equity, it has bought seventeen firms in three years and is putting them on one system.',
      ],
    ],
    rebroker: [
      [
        'a reinsurance broker',
        'Treaty, facultative and analytics sit side by side here, and a small team sees the whole of each programme.',
      ],
      [
        'the reinsurance arm of a global broker',
        'The arm has the licences and analytics of a large house, and teams small enough to know each cedant.',
      ],
      [
        'an independent reinsurance broker',
        'The partners left a large house nine years ago and now place programmes for fifty cedants.',
      ],
    ],
    bank: [
      [
        'a merchant bank',
        'Owner-managed companies come to it for lending, trade and advice, and usually stay for decades.',
      ],
      [
        'a challenger bank',
        'Licensed seven years ago, it now lends £3bn to small firms and landlords and has been profitable since its fourth year.',
      ],
      [
        'a high-street bank',
        'This division serves companies with a turnover of £5m to £100m from eleven regional offices.',
      ],
      [
        'the UK branch of an international bank',
        'About 180 people work in the branch; the balance sheet is large and the committees are short.',
      ],
    ],
    lender: [
      [
        'Quillmere Bank',
        'Quillmere lends against property and equipment, takes deposits online and answers a broker within four hours.',
        'named',
      ],
      [
        'a specialist lender',
        'Bridging, buy-to-let and asset finance make up a book of £1.4bn, funded by two warehouse lines and a yearly securitisation.',
      ],
      [
        'an asset and invoice finance lender',
        'Four thousand firms finance vehicles, machines and invoices here, mostly through brokers.',
      ],
    ],
    retail: [
      [
        'a building society',
        'The society has been lending on homes for over a century and is rebuilding its technology without closing its branches.',
      ],
      [
        'a digital bank',
        'The bank has two million current accounts, no branches and release trains that leave every day.',
      ],
      [
        'a consumer bank',
        'Savings, cards and car loans for two and a half million customers are run from a single platform.',
      ],
    ],
    markets: [
      [
        'the securities arm of an Asian bank',
        'The European business trades credit, equities and their derivatives, and is growing quietly from a small base.',
      ],
      [
        'an investment bank',
        'The London desk trades rates, credit and FX for institutions and keeps a close watch on its use of capital.',
      ],
      [
        'the markets division of a European bank',
        'The franchise is strong in euro rates and structured credit and has a firm budget for change.',
      ],
    ],
    trading: [
      [
        'a systematic trading firm',
        'Fewer than a hundred people research, build and trade here, and an idea can reach the market in a week.',
      ],
      [
        'an energy and commodities trading house',
        'Power, gas and metals are traded on one floor, with quants and engineers sitting beside the traders.',
      ],
      [
        'a hedge fund',
        'The fund manages $6bn across macro and relative value, and its researchers see what becomes of their work.',
      ],
      [
        'Lantern Quay Trading',
        'Lantern Quay makes markets in exchange-traded products on twenty venues from two small offices.',
        'named',
      ],
    ],
    wealth: [
      [
        'a private bank',
        'Families and founders with £2m or more are its clients, and each banker looks after fewer than fifty.',
      ],
      [
        'a wealth manager',
        'Two hundred planners advise 30,000 households, with an investment team that publishes its mistakes as well as its gains.',
      ],
      [
        'Sandholme Wealth',
        'Sandholme advises business owners before and after a sale, and charges a fee that fits on one line.',
        'named',
      ],
    ],
    admin: [
      [
        'a fund administrator',
        'The firm keeps the books of 240 private-market funds and promises a named accountant for each.',
      ],
      [
        'a depositary and fund services firm',
        'Two hundred people in three cities keep the books of property and infrastructure funds.',
      ],
    ],
    assets: [
      [
        'an asset manager',
        'Active equity and credit funds worth £28bn are run from here for pension schemes and insurers.',
      ],
      [
        'a private markets manager',
        'Infrastructure and private credit make up £14bn here, and the next fund is raised already.',
      ],
    ],
    payments: [
      [
        'a payments firm',
        'The company moves £9bn a year for online merchants and holds its own licences in the UK and Europe.',
      ],
      [
        'Curlew Pay',
        'Curlew gives small exporters accounts in eleven currencies and turned its first profit last spring.',
        'named',
      ],
      ['a card acquirer', 'The company signs and settles for 60,000 shops and restaurants and has its own terminal.'],
    ],
    fintech: [
      [
        'a regtech company',
        'Forty banks use its transaction-monitoring product, and the engineers speak to them directly.',
      ],
      [
        'a lending platform',
        'Brokers send it a case at breakfast and have an offer by lunch; the models behind that are built in-house.',
      ],
      [
        'an open-banking start-up',
        'The company is past its Series B, has ninety staff and knows exactly which two products it will build next.',
      ],
    ],
    tech: [
      [
        'a software house serving insurers',
        'The firm’s policy platform runs at thirty carriers, and releases go out every second Thursday.',
      ],
      [
        'a technology consultancy',
        'Teams of four to six people work on site with banks and insurers and stay until the thing is live.',
      ],
      [
        'Haverdyne Software',
        'Haverdyne makes the quoting engine behind a good share of the commercial market and has never lost a customer to a failed upgrade.',
        'named',
      ],
      [
        'a data company',
        'The company sells flood, crime and credit data to insurers through an API that answers fifty million calls a day.',
      ],
      [
        'a cloud services provider to financial firms',
        'The platform hosts regulated work for twenty clients and is audited four times a year.',
      ],
      [
        'the technology arm of a financial group',
        'Some 400 engineers build for the group’s bank and insurer, in product teams that own what they run.',
      ],
    ],
    public: [
      [
        'a government department',
        'The programme replaces a benefits platform that is older than many of those who look after it.',
      ],
      [
        'a public body',
        'The service it runs is used by a million people a year and is assessed against the service standard.',
      ],
      [
        'an NHS-linked organisation',
        'The team builds shared services for trusts, with patient safety as the first line of every design.',
      ],
      [
        'a local government partnership',
        'Five councils have put their technology together and are moving it to the cloud one service at a time.',
      ],
    ],
  },
  DE: {
    insurer: [
      [
        'a composite insurer',
        'Companies and households in every Land are insured here, and the commercial lines are growing fastest.',
      ],
      [
        'an industrial insurer',
        'The company covers machinery, liability and engineering risks for the Mittelstand and the companies it supplies.',
      ],
      [
        'the German branch of an international insurer',
        'About 140 people write specialty lines here, with short ways to London and Zurich.',
      ],
      ['a reinsurer', 'Property, casualty and life treaties from forty countries are priced in this office.'],
    ],
    personal: [
      [
        'a direct insurer',
        'Motor and household policies are sold online only, and every second claim is settled without a phone call.',
      ],
      [
        'Ostwall Versicherung',
        'Ostwall is a regional mutual that has grown into a national motor and home insurer without changing its habits.',
        'named',
      ],
    ],
    life: [
      [
        'a life insurer',
        'The company’s book of guaranteed business is large, and so is the work of managing it well under today’s rates.',
      ],
      [
        'a provider of company pensions',
        'Employers of all sizes leave their pension promises to it, some 800,000 of them.',
      ],
      ['a life reinsurer', 'The team prices biometric and financial solutions for clients across Europe.'],
    ],
    broker: [
      [
        'an industrial insurance broker',
        'Family-owned companies make up most of its clients, and many of them export to everywhere.',
      ],
      [
        'the German office of a global broker',
        'The office has grown by a third in two years and now runs its own placement team.',
      ],
      [
        'a digital broker',
        'The firm bundles small commercial policies in one app and earns by keeping customers rather than by finding them.',
      ],
    ],
    rebroker: [
      [
        'the German office of a reinsurance broker',
        'The office advises mutuals and public insurers on their treaties and places them worldwide.',
      ],
      ['a reinsurance broker', 'Thirty people in two offices look after cedants from Vienna to Oslo.'],
    ],
    bank: [
      [
        'a regional bank',
        'The bank finances companies and commercial property in four Länder and is renewing its risk systems.',
      ],
      [
        'the German subsidiary of an international bank',
        'Corporate clients use it for payments, trade and lending across the continent.',
      ],
    ],
    lender: [
      [
        'Lindgraben Bank',
        'Lindgraben is a small specialist in equipment and sales finance that decides most cases on the day.',
        'named',
      ],
      [
        'a commercial property lender',
        'The bank finances offices, housing and logistics in Germany and the Netherlands and refinances with Pfandbriefe.',
      ],
    ],
    retail: [
      [
        'a direct bank',
        'Six million customers bank with it by phone and laptop, and its processes are counted in seconds.',
      ],
      [
        'a consumer finance bank',
        'Instalment loans and savings accounts are the bank’s whole business, and the teams know them thoroughly.',
      ],
    ],
    markets: [
      [
        'the capital markets division of a German bank',
        'Covered bonds, swaps and client hedging are the desk’s daily bread.',
      ],
      [
        'the trading arm of an international bank',
        'Since the move of its euro business the desk has doubled and is still hiring.',
      ],
    ],
    trading: [
      [
        'a clearing and trading services provider',
        'The firm’s systems clear several hundred thousand derivative trades a day.',
      ],
      [
        'an energy trading company',
        'Power and gas are traded around the clock, with wind and solar forecasts built in-house.',
      ],
    ],
    wealth: [
      ['a family office', 'The office advises nine entrepreneurial families on everything from bonds to forests.'],
      [
        'a private bank',
        'Entrepreneurs have been its clients for four generations, and it is still run by its partners.',
      ],
    ],
    assets: [
      ['an asset manager', 'Bond and multi-asset mandates worth €60bn are run here for insurers and pension funds.'],
      [
        'a capital management company',
        'Special funds for insurers and pension schemes are launched and administered here.',
      ],
    ],
    payments: [
      [
        'a payments company',
        'The company’s terminals stand in a hundred thousand shops, and an e-money licence lets it do more each year.',
      ],
      [
        'an e-commerce payments provider',
        'Online shops in eleven countries take payment through the company’s interface, purchase on account included.',
      ],
    ],
    fintech: [
      [
        'a banking-as-a-service provider',
        'Partners put their brand on its accounts, cards and loans; the licence and the controls are its own.',
      ],
      [
        'an invoice-finance start-up',
        'The company buys invoices from small manufacturers within a day and prices them with its own models.',
      ],
    ],
    tech: [
      [
        'a software house serving insurers',
        'Two dozen carriers run their policies on its core system, and half of them are now in the cloud.',
      ],
      [
        'an IT consultancy',
        'The consultants know banking from the inside and stay with a client for years rather than weeks.',
      ],
      [
        'the IT company of a financial group',
        'About 900 engineers run and build for the bank, the insurer and the building society of the group.',
      ],
      [
        'Kranichwerk Systems',
        'Kranichwerk builds document and claims automation, and its first customer is still its largest.',
        'named',
      ],
    ],
  },
  SG: {
    insurer: [
      [
        'the regional office of a commercial insurer',
        'Property, marine and liability for companies from Bangkok to Jakarta are underwritten from here.',
      ],
      [
        'a regional reinsurer',
        'Treaty and facultative business from eleven Asian markets is written from this office.',
      ],
      [
        'the Asian hub of a Lloyd’s syndicate',
        'Property, energy and cyber are underwritten locally, with full authority for most of what comes in.',
      ],
      [
        'Angsana Reach Insurance',
        'Angsana Reach insures companies of all sizes and their staff, and is expanding into Malaysia and Vietnam.',
        'named',
      ],
    ],
    personal: [
      [
        'a general insurer',
        'Motor, travel and SME packages are its main lines, sold through agents, banks and an app that people do use.',
      ],
      ['an insurtech', 'The company embeds small policies into ride, travel and shopping apps across five countries.'],
    ],
    life: [
      [
        'a life insurer',
        'Participating and investment-linked business is sold through 4,000 advisers and two partner banks.',
      ],
      [
        'the regional office of a life reinsurer',
        'Critical illness and medical treaties from across the region are priced and followed here.',
      ],
      [
        'a health and life insurer',
        'Integrated Shield business is its core, and claims trends are watched week by week.',
      ],
    ],
    broker: [
      ['a regional broker', 'Construction, marine and energy placements from South-East Asia pass through this team.'],
      [
        'the Asian headquarters of a global broker',
        'Large corporate programmes are designed here for clients in nine countries.',
      ],
      ['a specialty broker', 'Thirty people place cyber, D&O and trade credit, and each owns clients of their own.'],
    ],
    rebroker: [
      [
        'a regional reinsurance broker',
        'Treaty and facultative placements for cedants in nine Asian markets are negotiated here.',
      ],
      [
        'the Asian arm of a reinsurance broker',
        'A team of twenty-five advises insurers on structure, modelling and markets.',
      ],
    ],
    bank: [
      [
        'the wholesale arm of a Japanese bank',
        'Project finance and corporate lending across Asia are booked in this branch.',
      ],
      [
        'a regional bank',
        'The bank follows its corporate clients across ASEAN with lending, cash management and trade.',
      ],
      [
        'the Singapore branch of a European bank',
        'The branch finances commodities, shipping and renewables from one desk.',
      ],
    ],
    retail: [
      ['a digital bank', 'Launched three years ago, it serves gig workers and small firms that larger banks overlook.'],
      ['a consumer bank', 'Cards, deposits and home loans are sold through an app that most customers open every day.'],
    ],
    markets: [
      [
        'the dealing room of a regional bank',
        'Asian currencies, rates and structured deposits are priced here for clients in seven countries.',
      ],
      [
        'the Asian trading hub of an investment bank',
        'FX, rates and equity derivatives are traded here through the Asian day.',
      ],
    ],
    trading: [
      [
        'a proprietary trading firm',
        'Researchers and developers trade Asian futures and options with their own tools.',
      ],
      [
        'a commodities trading house',
        'LNG, crude and metals are bought and sold here, and risk is looked at hour by hour.',
      ],
    ],
    wealth: [
      ['a private bank', 'Entrepreneur families from across South-East Asia keep their second balance sheet here.'],
      ['a multi-family office', 'Eleven families share one investment team and one very careful operations desk.'],
    ],
    admin: [['a private equity fund administrator', 'Fund books for sponsors in Asia and the Gulf are kept here.']],
    assets: [['an asset manager', 'Asian credit and equity funds are run here for institutions on three continents.']],
    payments: [
      [
        'a payments company',
        'The company links wallets and bank transfers in eight countries and holds a major payment institution licence.',
      ],
      [
        'a cross-border payments provider',
        'Exporters and marketplaces in South-East Asia collect and pay through the company’s accounts.',
      ],
    ],
    fintech: [
      [
        'a wealth technology company',
        'Banks in six countries license the company’s advice engine under their own names.',
      ],
      [
        'a trade-finance platform',
        'Banks and suppliers meet on it, and its checks have turned away more fraud than most banks have seen.',
      ],
    ],
    tech: [
      [
        'a technology consultancy',
        'Banks and insurers call on it for core replacements that have to be right first time.',
      ],
      [
        'the regional technology hub of an insurance group',
        'Teams here build for nine countries and run what they build.',
      ],
      [
        'a software company',
        'The firm’s compliance and onboarding tools are used by sixty financial firms in the region.',
      ],
    ],
  },
}

/** A kind of client that a country has none of is stood in for by its nearest. */
export const standIn: Partial<Record<ClientKind, ClientKind>> = {
  lloyds: 'insurer',
  mga: 'insurer',
  public: 'tech',
  lender: 'bank',
  admin: 'assets',
}

/**
 * Employers of the adverts in German: nominative phrase for "Für {client} suchen wir" (accusative) and a sentence about
 * it.
 */
export const germanClients: Record<'versicherer' | 'makler' | 'bank' | 'technik', Client[]> = {
  versicherer: [
    [
      'einen Industrieversicherer',
      'Das Unternehmen versichert Maschinen, Haftung und Transporte für den Mittelstand und entscheidet vieles noch am selben Tag.',
    ],
    [
      'einen regional verwurzelten Versicherungsverein',
      'Der Verein gehört seinen Mitgliedern, wächst seit Jahren stärker als der Markt und legt Wert auf kurze Wege.',
    ],
    [
      'die Ostwall Versicherung',
      'Die Ostwall ist ein Kraft- und Sachversicherer mit rund 1.100 Mitarbeitenden, der seine Bestandssysteme gerade erneuert.',
      'named',
    ],
    [
      'einen Kompositversicherer',
      'Kundinnen und Kunden kommen über Makler und das Internet; jeder zweite Schaden wird ohne Telefonat reguliert.',
    ],
    ['einen Rückversicherer', 'Am Standort werden Verträge aus über vierzig Ländern gezeichnet und bewertet.'],
  ],
  makler: [
    [
      'einen Industrieversicherungsmakler',
      'Zu den Kunden zählen vor allem Familienunternehmen, von denen viele weltweit exportieren.',
    ],
    [
      'die deutsche Niederlassung eines internationalen Maklerhauses',
      'Der Standort ist in zwei Jahren um ein Drittel gewachsen und platziert inzwischen selbst am Markt.',
    ],
  ],
  bank: [
    [
      'eine Regionalbank',
      'Das Haus finanziert Unternehmen und Gewerbeimmobilien in vier Bundesländern und erneuert derzeit seine Risikosysteme.',
    ],
    [
      'eine Direktbank',
      'Sechs Millionen Kundinnen und Kunden nutzen sie ohne Filiale; gemessen wird in Sekunden, nicht in Tagen.',
    ],
    [
      'die Lindgraben Bank',
      'Die Lindgraben Bank ist auf Leasing und Absatzfinanzierung spezialisiert und entscheidet die meisten Anträge am selben Tag.',
      'named',
    ],
    [
      'die deutsche Tochter einer internationalen Bank',
      'Firmenkunden wickeln über sie Zahlungsverkehr, Außenhandel und Kredite in ganz Europa ab.',
    ],
  ],
  technik: [
    [
      'ein Softwarehaus der Versicherungsbranche',
      'Zwei Dutzend Versicherer führen ihre Verträge auf dem hauseigenen Bestandssystem, die Hälfte davon bereits in der Cloud.',
    ],
    [
      'den IT-Dienstleister einer Finanzgruppe',
      'Rund 900 Kolleginnen und Kollegen entwickeln und betreiben die Anwendungen von Bank, Versicherer und Bausparkasse.',
    ],
    [
      'die Kranichwerk Systems GmbH',
      'Kranichwerk automatisiert Dokumente und Schäden; der erste Kunde ist bis heute der größte.',
      'named',
    ],
    [
      'eine auf Banken spezialisierte IT-Beratung',
      'Die Beraterinnen und Berater kennen das Geschäft von innen und bleiben lieber Jahre als Wochen bei einem Kunden.',
    ],
  ],
}
