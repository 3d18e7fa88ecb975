/**
 * Geography typed in by hand, where GeoNames says nothing: which authority lies in which county and region, what areas
 * are called, districts that its list of cities lacks, postcode areas. Tables are text, one row a line, columns
 * separated by `|`; gazetteer.ts reads them once at start. Coordinates are rounded to about 100 m. All names are
 * matched through `foldName`, so a table needs only spellings that folding does not already make equal.
 */

/** Rows of a table as trimmed columns. */
export function rowsOf(table: string): string[][] {
  return table
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => line.split('|').map(column => column.trim()))
}

/**
 * code | name | parent | other names. Nations and regions of the UK, Länder, regions of Singapore. Codes are ISO 3166-2
 * where there is one.
 */
export const regionTable = `
GB-ENG | England | GB |
GB-SCT | Scotland | GB | schottland
GB-WLS | Wales | GB | cymru
GB-NIR | Northern Ireland | GB | n ireland, nordirland
GB-LDN | Greater London | GB-ENG | london region, greater london area, middlesex, middx, all london, london wide, inner london, outer london
GB-SE | South East England | GB-ENG | south east, southeast, south east region, the south east, home counties
GB-SW | South West England | GB-ENG | south west, southwest, south west region, the south west, west country
GB-EE | East of England | GB-ENG | eastern england, east anglia, east england, eastern region, anglia
GB-EM | East Midlands | GB-ENG | east midlands region, east midlands england
GB-WM | West Midlands (region) | GB-ENG | west midlands region, west midlands england
GB-NW | North West England | GB-ENG | north west, northwest, north west region, the north west
GB-NE | North East England | GB-ENG | north east, northeast, north east region, the north east
GB-YH | Yorkshire and the Humber | GB-ENG | yorkshire, yorkshire and humberside, yorkshire humberside, yorkshire humber, yorks
DE-BW | Baden-Württemberg | DE | baden wurtemberg
DE-BY | Bavaria | DE | bayern, freistaat bayern
DE-BE | Berlin | DE | land berlin
DE-BB | Brandenburg | DE | land brandenburg
DE-HB | Bremen (state) | DE | land bremen, freie hansestadt bremen
DE-HH | Hamburg | DE | land hamburg
DE-HE | Hesse | DE | hessen, osthessen, nordhessen, sudhessen
DE-MV | Mecklenburg-Western Pomerania | DE | mecklenburg vorpommern, mecklenburg west pomerania
DE-NI | Lower Saxony | DE | niedersachsen
DE-NW | North Rhine-Westphalia | DE | nordrhein westfalen, nrw, westfalen, rheinland
DE-RP | Rhineland-Palatinate | DE | rheinland pfalz, pfalz
DE-SL | Saarland | DE |
DE-SN | Saxony | DE | sachsen, freistaat sachsen
DE-ST | Saxony-Anhalt | DE | sachsen anhalt
DE-SH | Schleswig-Holstein | DE |
DE-TH | Thuringia | DE | thuringen, freistaat thuringen
SG-C | Central Region | SG | central, south, central singapore, singapore central, central region singapore
SG-N | North Region | SG | north, singapore north, north region singapore
SG-NE | North-East Region | SG | north east, northeast, singapore north east, north east region singapore
SG-E | East Region | SG | east, singapore east, east region singapore
SG-W | West Region | SG | west, singapore west, west region singapore
`

/**
 * slug | name | region | other names. A county's code is `GB-<slug>`. Ceremonial counties first, then former ones and
 * authorities that adverts still name.
 */
export const countyTable = `
bedfordshire | Bedfordshire | GB-EE | beds, central bedfordshire
berkshire | Berkshire | GB-SE | berks, royal county of berkshire
bristol | Bristol | GB-SW | county of bristol
buckinghamshire | Buckinghamshire | GB-SE | bucks
cambridgeshire | Cambridgeshire | GB-EE | cambs, fenland, east cambridgeshire, south cambridgeshire
cheshire | Cheshire | GB-NW | ches, cheshire east, cheshire west and chester, cheshire west
cornwall | Cornwall | GB-SW | cornwall and isles of scilly, kernow
cumbria | Cumbria | GB-NW | cumberland, westmorland, westmorland and furness, lake district, the lake district
derbyshire | Derbyshire | GB-EM | derbys, derbyshire dales, amber valley
devon | Devon | GB-SW | devonshire, east devon, mid devon, north devon, south hams, teignbridge, torridge
dorset | Dorset | GB-SW |
county-durham | County Durham | GB-NE | co durham, durham county
east-yorkshire | East Riding of Yorkshire | GB-YH | east yorkshire, east riding, east riding yorkshire, e yorkshire
east-sussex | East Sussex | GB-SE | e sussex
essex | Essex | GB-EE | uttlesford
gloucestershire | Gloucestershire | GB-SW | glos, forest of dean, cotswolds, the cotswolds
greater-manchester | Greater Manchester | GB-NW | greater manchester area, gtr manchester, manchester county
hampshire | Hampshire | GB-SE | hants, test valley, new forest
herefordshire | Herefordshire | GB-WM | county of herefordshire
hertfordshire | Hertfordshire | GB-EE | herts, dacorum, three rivers
isle-of-wight | Isle of Wight | GB-SE | iow, i o w
kent | Kent | GB-SE |
lancashire | Lancashire | GB-NW | lancs, ribble valley
leicestershire | Leicestershire | GB-EM | leics, charnwood
lincolnshire | Lincolnshire | GB-EM | lincs, north lincolnshire, north east lincolnshire, south holland, kesteven, north kesteven, south kesteven
merseyside | Merseyside | GB-NW | liverpool city region
norfolk | Norfolk | GB-EE | broadland, breckland
north-yorkshire | North Yorkshire | GB-YH | n yorkshire, n yorks, north yorks, yorkshire dales, ryedale, hambleton
northamptonshire | Northamptonshire | GB-EM | northants, west northamptonshire, north northamptonshire
northumberland | Northumberland | GB-NE |
nottinghamshire | Nottinghamshire | GB-EM | notts, bassetlaw, rushcliffe
oxfordshire | Oxfordshire | GB-SE | oxon, vale of white horse, south oxfordshire, west oxfordshire
rutland | Rutland | GB-EM |
shropshire | Shropshire | GB-WM | salop
somerset | Somerset | GB-SW | south somerset
south-yorkshire | South Yorkshire | GB-YH | s yorkshire, s yorks, south yorks, sheffield city region
staffordshire | Staffordshire | GB-WM | staffs, staffordshire moorlands, east staffordshire
suffolk | Suffolk | GB-EE | babergh, west suffolk, east suffolk
surrey | Surrey | GB-SE | elmbridge, waverley, surrey heath, mole valley, tandridge
tyne-and-wear | Tyne and Wear | GB-NE | tyne wear
warwickshire | Warwickshire | GB-WM | warks, warwicks
west-midlands | West Midlands | GB-WM | west midlands county, w midlands, west mids
west-sussex | West Sussex | GB-SE | w sussex, mid sussex
sussex | Sussex | GB-SE |
west-yorkshire | West Yorkshire | GB-YH | w yorkshire, w yorks, west yorks, leeds city region
wiltshire | Wiltshire | GB-SW | wilts
worcestershire | Worcestershire | GB-WM | worcs, wyre forest
avon | Avon | GB-SW | bath and north east somerset, bath and n e somerset, banes, south gloucestershire, north somerset, west of england
cleveland | Cleveland | GB-NE | tees valley, teesside area
north-humberside | North Humberside | GB-YH | humberside
south-humberside | South Humberside | GB-YH |
aberdeenshire | Aberdeenshire | GB-SCT | aberdeen city and shire, kincardineshire
angus | Angus | GB-SCT |
argyll | Argyll and Bute | GB-SCT | argyll, argyllshire
ayrshire | Ayrshire | GB-SCT | east ayrshire, north ayrshire, south ayrshire
clackmannanshire | Clackmannanshire | GB-SCT |
dumfries-and-galloway | Dumfries and Galloway | GB-SCT | dumfriesshire, wigtownshire, kirkcudbrightshire, galloway
dunbartonshire | Dunbartonshire | GB-SCT | east dunbartonshire, west dunbartonshire
east-lothian | East Lothian | GB-SCT |
fife | Fife | GB-SCT | kingdom of fife
highland | Highland | GB-SCT | highlands, scottish highlands, the highlands, inverness shire, invernessshire, ross shire, rossshire, ross and cromarty, caithness, sutherland, nairnshire
lanarkshire | Lanarkshire | GB-SCT | north lanarkshire, south lanarkshire
midlothian | Midlothian | GB-SCT | lothian
moray | Moray | GB-SCT | morayshire, banffshire
orkney | Orkney | GB-SCT | orkney islands, isle of orkney
perthshire | Perth and Kinross | GB-SCT | perthshire, perth kinross, kinross shire
renfrewshire | Renfrewshire | GB-SCT | east renfrewshire, inverclyde
scottish-borders | Scottish Borders | GB-SCT | borders, the borders, roxburghshire, selkirkshire, berwickshire, peeblesshire
shetland | Shetland | GB-SCT | shetland islands, isle of shetland
stirlingshire | Stirlingshire | GB-SCT | county stirling
west-lothian | West Lothian | GB-SCT |
western-isles | Western Isles | GB-SCT | outer hebrides, na h eileanan siar, eilean siar, hebrides
anglesey | Isle of Anglesey | GB-WLS | anglesey, ynys mon
blaenau-gwent | Blaenau Gwent | GB-WLS |
carmarthenshire | Carmarthenshire | GB-WLS |
ceredigion | Ceredigion | GB-WLS | cardiganshire
clwyd | Clwyd | GB-WLS |
denbighshire | Denbighshire | GB-WLS |
dyfed | Dyfed | GB-WLS |
flintshire | Flintshire | GB-WLS |
gwent | Gwent | GB-WLS |
gwynedd | Gwynedd | GB-WLS | snowdonia
mid-glamorgan | Mid Glamorgan | GB-WLS |
monmouthshire | Monmouthshire | GB-WLS |
neath-port-talbot | Neath Port Talbot | GB-WLS |
north-wales | North Wales | GB-WLS |
pembrokeshire | Pembrokeshire | GB-WLS |
powys | Powys | GB-WLS | brecknockshire, montgomeryshire, radnorshire
rhondda-cynon-taf | Rhondda Cynon Taf | GB-WLS | rhondda cynon taff, rct
south-glamorgan | South Glamorgan | GB-WLS |
south-wales | South Wales | GB-WLS |
torfaen | Torfaen | GB-WLS |
vale-of-glamorgan | Vale of Glamorgan | GB-WLS | the vale of glamorgan
west-glamorgan | West Glamorgan | GB-WLS |
county-antrim | County Antrim | GB-NIR | co antrim
county-armagh | County Armagh | GB-NIR | co armagh
county-down | County Down | GB-NIR | co down, north down, ards, newry mourne and down
county-fermanagh | County Fermanagh | GB-NIR | fermanagh, co fermanagh
county-londonderry | County Londonderry | GB-NIR | county derry, co londonderry, co derry
county-tyrone | County Tyrone | GB-NIR | co tyrone, mid ulster
`

/**
 * GeoNames admin2 code of GB (an authority) | English region, where it is in England | counties that hold it. Derived
 * from the towns the file lists under each code. Middlesbrough and Redcar count in North Yorkshire by ceremony and in
 * the North East by region.
 */
export const authorityTable = `
A3 | GB-YH | south-yorkshire
A4 | GB-SW | somerset avon
A7 | GB-WM | west-midlands
A8 | GB-NW | lancashire
A9 | GB-NW | lancashire
AA | GB-SW | dorset
B1 | GB-NW | greater-manchester
B3 | GB-SE | berkshire
B4 | GB-YH | west-yorkshire
B6 | GB-SE | east-sussex sussex
B7 | GB-SW | bristol avon
B9 | GB-SE | buckinghamshire
C1 | GB-NW | greater-manchester
C2 | GB-YH | west-yorkshire
C3 | GB-EE | cambridgeshire
C6 | GB-SW | cornwall
C7 | GB-WM | west-midlands
C9 | GB-NW | cumbria
D1 | GB-NE | county-durham
D2 | GB-EM | derbyshire
D3 | GB-EM | derbyshire
D4 | GB-SW | devon
D5 | GB-YH | south-yorkshire
D6 | GB-SW | dorset
D7 | GB-WM | west-midlands
D8 | GB-NE | county-durham
E1 | GB-YH | east-yorkshire north-humberside
E2 | GB-SE | east-sussex sussex
E4 | GB-EE | essex
E5 | GB-NE | tyne-and-wear
E6 | GB-SW | gloucestershire
E9 | GB-NW | cheshire
F2 | GB-SE | hampshire
F5 | GB-NE | county-durham cleveland
F7 | GB-WM | herefordshire
F8 | GB-EE | hertfordshire
G2 | GB-SE | isle-of-wight
G5 | GB-SE | kent
G6 | GB-YH | east-yorkshire north-humberside
G8 | GB-YH | west-yorkshire
G9 | GB-NW | merseyside
GLA | GB-LDN |
H2 | GB-NW | lancashire
H3 | GB-YH | west-yorkshire
H4 | GB-EM | leicestershire
H5 | GB-EM | leicestershire
H7 | GB-EM | lincolnshire
H8 | GB-NW | merseyside
I1 | GB-EE | bedfordshire
I2 | GB-NW | greater-manchester
I3 | GB-SE | kent
I5 | GB-NE | north-yorkshire cleveland
I6 | GB-SE | buckinghamshire
I7 | GB-NE | tyne-and-wear
I9 | GB-EE | norfolk
J1 | GB-EM | northamptonshire
J2 | GB-YH | lincolnshire south-humberside
J3 | GB-YH | lincolnshire south-humberside
J4 | GB-SW | somerset avon
J5 | GB-NE | tyne-and-wear
J6 | GB-NE | northumberland
J7 | GB-YH | north-yorkshire
J8 | GB-EM | nottinghamshire
J9 | GB-EM | nottinghamshire
K1 | GB-NW | greater-manchester
K2 | GB-SE | oxfordshire
K3 | GB-EE | cambridgeshire
K4 | GB-SW | devon
K6 | GB-SE | hampshire
K7 | GB-SE | berkshire
K9 | GB-NE | north-yorkshire cleveland
L2 | GB-NW | greater-manchester
L3 | GB-YH | south-yorkshire
L4 | GB-EM | rutland
L5 | GB-NW | greater-manchester
L6 | GB-WM | shropshire
L7 | GB-WM | west-midlands
L8 | GB-NW | merseyside
L9 | GB-YH | south-yorkshire
M1 | GB-SE | berkshire
M2 | GB-WM | west-midlands
M3 | GB-SW | somerset
M4 | GB-SE | hampshire
M5 | GB-EE | essex
M6 | GB-SW | gloucestershire avon
M7 | GB-NE | tyne-and-wear
M9 | GB-WM | staffordshire
N1 | GB-NW | merseyside
N2 | GB-NW | greater-manchester
N3 | GB-NE | county-durham cleveland
N4 | GB-WM | staffordshire
N5 | GB-EE | suffolk
N6 | GB-NE | tyne-and-wear
N7 | GB-SE | surrey
N9 | GB-SW | wiltshire
O1 | GB-NW | greater-manchester
O2 | GB-WM | shropshire
O3 | GB-EE | essex
O4 | GB-SW | devon
O6 | GB-NW | greater-manchester
O7 | GB-YH | west-yorkshire
O8 | GB-WM | west-midlands
P2 | GB-NW | cheshire
P3 | GB-WM | warwickshire
P4 | GB-SE | berkshire
P6 | GB-SE | west-sussex sussex
P7 | GB-NW | greater-manchester
P8 | GB-SW | wiltshire
P9 | GB-SE | berkshire
Q1 | GB-NW | merseyside
Q2 | GB-SE | berkshire
Q3 | GB-WM | west-midlands
Q4 | GB-WM | worcestershire
Q5 | GB-YH | north-yorkshire
Z5 | GB-EE | bedfordshire
Z6 | GB-EE | bedfordshire
Z7 | GB-NW | cheshire
Z8 | GB-NW | cheshire
Z9 | GB-SW | cornwall
T5 | | aberdeenshire
T6 | | aberdeenshire
T7 | | angus
T8 | | argyll
T9 | | scottish-borders
U1 | | clackmannanshire
U2 | | dumfries-and-galloway
U3 | | angus
U4 | | ayrshire
U5 | | dunbartonshire
U6 | | east-lothian
U7 | | renfrewshire
U8 | | midlothian
U9 | | stirlingshire
V1 | | fife
V2 | | lanarkshire
V3 | | highland
V4 | | renfrewshire
V5 | | midlothian
V6 | | moray
V7 | | ayrshire
V8 | | lanarkshire
V9 | | orkney
W1 | | perthshire
W2 | | renfrewshire
W3 | | shetland
W4 | | ayrshire
W5 | | lanarkshire
W6 | | stirlingshire
W7 | | dunbartonshire
W8 | | western-isles
W9 | | west-lothian
X1 | | anglesey gwynedd north-wales
X2 | | blaenau-gwent gwent south-wales
X3 | | mid-glamorgan south-wales
X4 | | gwent mid-glamorgan south-wales
X5 | | south-glamorgan south-wales
X6 | | ceredigion dyfed
X7 | | carmarthenshire dyfed south-wales
X8 | | clwyd north-wales
X9 | | denbighshire clwyd north-wales
Y1 | | flintshire clwyd north-wales
Y2 | | gwynedd north-wales
Y3 | | mid-glamorgan south-wales
Y4 | | monmouthshire gwent south-wales
Y5 | | neath-port-talbot west-glamorgan south-wales
Y6 | | gwent south-wales
Y7 | | pembrokeshire dyfed
Y8 | | powys
Y9 | | rhondda-cynon-taf mid-glamorgan south-wales
Z1 | | west-glamorgan south-wales
Z2 | | torfaen gwent south-wales
Z3 | | vale-of-glamorgan south-glamorgan south-wales
Z4 | | clwyd north-wales
N09000001 | | county-antrim
N09000002 | | county-armagh
N09000003 | | county-antrim
N09000004 | | county-antrim
N09000005 | | county-londonderry
N09000006 | | county-fermanagh
N09000007 | | county-antrim
N09000008 | | county-antrim
N09000009 | | county-tyrone
N09000010 | | county-down
N09000011 | | county-down
`

/**
 * Northern Ireland's authorities straddle the counties: towns that lie in another county than their authority's row
 * says.
 */
export const northernIrelandTable = `
county-down | Waringstown, Rathfriland, Magheralin, Gilford, Banbridge, Castlereagh, Moira, Hillsborough, Dundonald, Carryduff, Annahilt
county-tyrone | Strabane, Sion Mills, Newtownstewart, Castlederg, Ballymagorry, Omagh, Fintona, Dromore, Moy
county-londonderry | Portstewart, Limavady, Kilrea, Garvagh, Dungiven, Coleraine, Castlerock, Ballykelly, Moneymore, Magherafelt, Maghera, Draperstown, Castledawson, Bellaghy
county-armagh | Newtownhamilton, Crossmaglen
`

/** GeoNames admin1 code of DE -> Land. */
export const landOfAdmin1: Record<string, string> = {
  '01': 'DE-BW',
  '02': 'DE-BY',
  '03': 'DE-HB',
  '04': 'DE-HH',
  '05': 'DE-HE',
  '06': 'DE-NI',
  '07': 'DE-NW',
  '08': 'DE-RP',
  '09': 'DE-SL',
  '10': 'DE-SH',
  '11': 'DE-BB',
  '12': 'DE-MV',
  '13': 'DE-SN',
  '14': 'DE-ST',
  '15': 'DE-TH',
  '16': 'DE-BE',
}

/**
 * country | GeoNames admin1 code | postal code | name. First divisions of the countries whose adverts say `Austin, TX`;
 * area code is `<country>-<postal code>`.
 */
export const stateTable = `
US | AL | AL | Alabama
US | AK | AK | Alaska
US | AZ | AZ | Arizona
US | AR | AR | Arkansas
US | CA | CA | California
US | CO | CO | Colorado
US | CT | CT | Connecticut
US | DE | DE | Delaware
US | DC | DC | District of Columbia
US | FL | FL | Florida
US | GA | GA | Georgia
US | HI | HI | Hawaii
US | ID | ID | Idaho
US | IL | IL | Illinois
US | IN | IN | Indiana
US | IA | IA | Iowa
US | KS | KS | Kansas
US | KY | KY | Kentucky
US | LA | LA | Louisiana
US | ME | ME | Maine
US | MD | MD | Maryland
US | MA | MA | Massachusetts
US | MI | MI | Michigan
US | MN | MN | Minnesota
US | MS | MS | Mississippi
US | MO | MO | Missouri
US | MT | MT | Montana
US | NE | NE | Nebraska
US | NV | NV | Nevada
US | NH | NH | New Hampshire
US | NJ | NJ | New Jersey
US | NM | NM | New Mexico
US | NY | NY | New York
US | NC | NC | North Carolina
US | ND | ND | North Dakota
US | OH | OH | Ohio
US | OK | OK | Oklahoma
US | OR | OR | Oregon
US | PA | PA | Pennsylvania
US | RI | RI | Rhode Island
US | SC | SC | South Carolina
US | SD | SD | South Dakota
US | TN | TN | Tennessee
US | TX | TX | Texas
US | UT | UT | Utah
US | VT | VT | Vermont
US | VA | VA | Virginia
US | WA | WA | Washington
US | WV | WV | West Virginia
US | WI | WI | Wisconsin
US | WY | WY | Wyoming
CA | 01 | AB | Alberta
CA | 02 | BC | British Columbia
CA | 03 | MB | Manitoba
CA | 04 | NB | New Brunswick
CA | 05 | NL | Newfoundland and Labrador
CA | 07 | NS | Nova Scotia
CA | 08 | ON | Ontario
CA | 09 | PE | Prince Edward Island
CA | 10 | QC | Quebec
CA | 11 | SK | Saskatchewan
AU | 01 | ACT | Australian Capital Territory
AU | 02 | NSW | New South Wales
AU | 03 | NT | Northern Territory
AU | 04 | QLD | Queensland
AU | 05 | SA | South Australia
AU | 06 | TAS | Tasmania
AU | 07 | VIC | Victoria
AU | 08 | WA | Western Australia
`

/**
 * country | names that adverts use beside the English and German names of the country (which Node knows). Two-letter
 * codes are known too.
 */
export const countryTable = `
GB | uk, u k, gb, gbr, great britain, britain, united kingdom of great britain and northern ireland, england scotland wales, vereinigtes konigreich, grossbritannien, uk wide, ukwide, across the uk, british isles, uk and ireland
DE | deu, ger, bundesrepublik deutschland, brd, federal republic of germany, allemagne, bundesweit, deutschlandweit, bundesgebiet, germany wide
SG | sgp, islandwide, island wide, singapur, republic of singapore, singapore wide, islandwide singapore
US | usa, u s, u s a, united states of america, america, estados unidos, etats unis, us wide
AE | uae, u a e, emirates, all emirates, are, vae
IE | irl, republic of ireland, eire, ireland republic of, roi
NL | nld, holland, nederland, the netherlands, pays bas
CH | che, suisse, svizzera, schweiz
AT | aut, osterreich
FR | fra
ES | esp, espana
IT | ita, italia
BE | bel, belgique, belgie
LU | lux, luxemburg
LI | furstentum liechtenstein
PL | pol, polska
PT | prt
SE | swe, sverige
DK | dnk, danmark
NO | nor, norge
FI | fin, suomi
CZ | cze, czech republic, ceska republika
SK | svk, slovak republic
HU | hun
RO | rou
GR | grc, hellas
TR | tur, turkey, turkiye
RU | rus, russia, russian federation
UA | ukr
IN | ind
CN | chn, prc, mainland china
HK | hkg, hong kong, hongkong, hong kong sar
MO | macau, macao
TW | twn
JP | jpn
KR | kor, korea, republic of korea
AU | aus, oz
NZ | nzl
CA | can
MX | mex, mexico
BR | bra, brasil
ZA | zaf, rsa
IL | isr
SA | sau, ksa
MY | mys
TH | tha
VN | vnm, viet nam
PH | phl
ID | idn
IM | isle of man
JE | jersey, channel islands
GG | guernsey
VC | st vincent and the grenadines
KY | cayman islands
CI | ivory coast
CD | dr congo
`

/**
 * Areas of several countries: code | name | other names | countries. They widen where a remote job may be done from and
 * have no place of their own.
 */
export const groupTable = `
EU | European Union | eu, eu wide, eea | AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE
EUROPE | Europe | european, across europe, europa, continental europe, mainland europe, western europe | AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE GB CH NO IS LI
EMEA | EMEA | europe middle east and africa | AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE GB CH NO IS LI AE SA QA BH KW OM IL EG ZA NG KE MA TR
DACH | DACH | d a ch, dach region | DE AT CH
BENELUX | Benelux | | BE NL LU
NORDICS | Nordics | nordic, nordic countries, scandinavia | DK FI IS NO SE
APAC | Asia-Pacific | asia pacific, asia, apj, south east asia, southeast asia, sea region | SG HK JP AU NZ IN MY TH PH ID VN KR TW CN
AMER | Americas | americas, amer, the americas | US CA MX BR AR CL CO
NORTHAM | North America | north america, north american | US CA
LATAM | Latin America | latam, south america, central america | MX BR AR CL CO PE
MIDEAST | Middle East | middle east, gcc, gulf | AE SA QA BH KW OM
`

/** country | names of divisions that adverts put behind a city and that only tell the country. */
export const hintTable = `
NL | noord brabant, north brabant, zuid holland, south holland, noord holland, north holland, gelderland, overijssel, flevoland, drenthe, friesland, zeeland, provincie utrecht, randstad
BE | flanders, wallonia, vlaanderen, wallonie
FR | ile de france, auvergne rhone alpes, provence alpes cote d azur, nouvelle aquitaine, occitanie, hauts de france, grand est, bretagne, normandie, pays de la loire, bourgogne franche comte, centre val de loire, bouches du rhone, hauts de seine, yvelines, essonne, val de marne, hauts de seine, seine saint denis, seine et marne, val d oise, calvados, haute garonne, bouches du rhone, gironde, ille et vilaine, loire atlantique, maine et loire, charente maritime, alpes maritimes, pas de calais, bas rhin, haut rhin, finistere, morbihan, cotes d armor, vendee, deux sevres, haute savoie, isere, puy de dome, saone et loire, cote d or, seine maritime, indre et loire, loiret, eure et loir, loir et cher, dordogne, lot et garonne, pyrenees atlantiques, herault, vaucluse, drome, ardeche, haute vienne, meurthe et moselle
IE | county dublin, county cork, county galway, county kildare, county meath, county limerick, county wicklow, county louth, county waterford, county kilkenny, county wexford, county cavan, county monaghan, county donegal, county mayo, county clare, county kerry, county tipperary, county sligo
AT | niederosterreich, lower austria, oberosterreich, upper austria, steiermark, styria, tirol, tyrol, vorarlberg, burgenland, karnten, carinthia
CH | aargau, thurgau, ticino, vaud, valais, kanton zurich
IT | lombardia, lombardy, piemonte, toscana, tuscany, lazio, sicilia, sicily, emilia romagna
ES | andalucia, catalonia, catalunya, cataluna, comunidad de madrid, mallorca, majorca, minorca, menorca, ibiza, tenerife, canary islands
IN | karnataka, maharashtra, tamil nadu, telangana, haryana, uttar pradesh, gujarat, kerala, west bengal
PL | masovian voivodeship, mazowieckie, lower silesia, malopolskie, wielkopolskie, dolnoslaskie, pomorskie, lodzkie, podkarpackie, lubelskie, podlaskie, swietokrzyskie, lubuskie, kujawsko pomorskie, zachodniopomorskie, warminsko mazurskie
CN | guangdong, jiangsu, zhejiang, sichuan
MY | selangor, penang, johor, pulau pinang
US | sf bay area, san francisco bay area, bay area, silicon valley, new england, tri state area
`

/**
 * Districts and well-known business places that the file lacks: name | lat, lng | authority or region code | city it
 * belongs to | other names. A district is a point, like a city, and its city stands beside it in the location facet.
 */
export const districtTable = `
Liverpool Street | 51.518, -0.082 | GLA | London | liverpool st, london liverpool street
Bank | 51.513, -0.089 | GLA | London | bank london, london bank
Moorgate | 51.519, -0.089 | GLA | London |
Monument | 51.511, -0.086 | GLA | London |
Aldgate | 51.514, -0.076 | GLA | London | aldgate east
Bishopsgate | 51.517, -0.082 | GLA | London |
Broadgate | 51.520, -0.084 | GLA | London |
Cannon Street | 51.511, -0.090 | GLA | London |
Fenchurch Street | 51.512, -0.079 | GLA | London | lime street, leadenhall
Houndsditch | 51.516, -0.079 | GLA | London |
Blackfriars | 51.512, -0.104 | GLA | London |
St Paul's | 51.515, -0.097 | GLA | London |
Fleet Street | 51.514, -0.108 | GLA | London |
Farringdon | 51.520, -0.105 | GLA | London |
Chancery Lane | 51.518, -0.111 | GLA | London | high holborn
Old Street | 51.526, -0.087 | GLA | London | silicon roundabout, st lukes
Shoreditch | 51.526, -0.080 | GLA | London |
Hoxton | 51.532, -0.080 | GLA | London |
Dalston | 51.546, -0.075 | GLA | London |
Tower Hill | 51.510, -0.077 | GLA | London |
West End | 51.513, -0.137 | GLA | London | west end of london
Soho | 51.514, -0.136 | GLA | London |
Mayfair | 51.510, -0.148 | GLA | London |
Fitzrovia | 51.519, -0.139 | GLA | London |
Bloomsbury | 51.522, -0.127 | GLA | London |
Marylebone | 51.519, -0.149 | GLA | London |
Marble Arch | 51.514, -0.159 | GLA | London |
Covent Garden | 51.512, -0.124 | GLA | London |
Charing Cross | 51.507, -0.125 | GLA | London |
Temple | 51.511, -0.114 | GLA | London |
Oxford Circus | 51.515, -0.142 | GLA | London | oxford street
Piccadilly | 51.509, -0.138 | GLA | London | piccadilly circus
Euston | 51.528, -0.134 | GLA | London |
Paddington | 51.515, -0.176 | GLA | London |
Victoria | 51.497, -0.144 | GLA | London | london victoria
Pimlico | 51.489, -0.133 | GLA | London |
Belgravia | 51.498, -0.153 | GLA | London |
Knightsbridge | 51.502, -0.161 | GLA | London |
St James's | 51.507, -0.137 | GLA | London | st james park
Waterloo | 51.503, -0.113 | GLA | London | london waterloo
London Bridge | 51.505, -0.086 | GLA | London |
Southwark | 51.501, -0.095 | GLA | London | borough
Elephant and Castle | 51.494, -0.100 | GLA | London |
Bermondsey | 51.498, -0.066 | GLA | London |
Vauxhall | 51.486, -0.123 | GLA | London |
Nine Elms | 51.480, -0.131 | GLA | London |
Angel | 51.532, -0.106 | GLA | London |
Docklands | 51.505, -0.018 | GLA | London | london docklands
Isle of Dogs | 51.494, -0.018 | GLA | London |
Royal Docks | 51.507, 0.030 | GLA | London | london city airport
Leamouth | 51.509, 0.004 | GLA | London |
Beckton | 51.515, 0.061 | GLA | London |
Cambridge Heath | 51.532, -0.057 | GLA | London |
Lea Bridge | 51.567, -0.037 | GLA | London |
Olympic Park | 51.543, -0.017 | GLA | London | queen elizabeth olympic park
South Woodford | 51.592, 0.027 | GLA | London |
Greenwich | 51.478, -0.010 | GLA | London | royal borough of greenwich, north greenwich
Lewisham | 51.463, -0.012 | GLA | London |
Dulwich | 51.442, -0.085 | GLA | London |
Herne Hill | 51.453, -0.102 | GLA | London |
Sydenham | 51.427, -0.055 | GLA | London |
Clapham | 51.462, -0.138 | GLA | London | clapham junction
Notting Hill | 51.509, -0.196 | GLA | London |
Hampstead | 51.556, -0.178 | GLA | London |
West Hampstead | 51.547, -0.191 | GLA | London |
Swiss Cottage | 51.543, -0.175 | GLA | London |
Kentish Town | 51.550, -0.141 | GLA | London |
Maida Vale | 51.527, -0.185 | GLA | London |
White City | 51.512, -0.224 | GLA | London |
South Kensington | 51.494, -0.174 | GLA | London |
North Kensington | 51.521, -0.215 | GLA | London |
West Brompton | 51.487, -0.195 | GLA | London |
Ladbroke Grove | 51.517, -0.210 | GLA | London |
Park Royal | 51.527, -0.284 | GLA | London |
Hanwell | 51.509, -0.338 | GLA | London |
Colindale | 51.596, -0.250 | GLA | London |
Brent Cross | 51.577, -0.214 | GLA | London |
Whetstone | 51.630, -0.180 | GLA | London |
Arnos Grove | 51.616, -0.133 | GLA | London |
Eastcote | 51.576, -0.397 | GLA | London |
Whitton | 51.450, -0.358 | GLA | London |
New Addington | 51.343, -0.014 | GLA | London |
Beddington | 51.369, -0.131 | GLA | London |
Heathrow | 51.470, -0.454 | GLA | London | heathrow airport, london heathrow, london heathrow airport
Tower Hamlets | 51.515, -0.031 | GLA | London |
Newham | 51.526, 0.035 | GLA | London |
Haringey | 51.591, -0.111 | GLA | London |
Havering | 51.578, 0.212 | GLA | London |
Redbridge | 51.576, 0.045 | GLA | London |
Waltham Forest | 51.589, -0.012 | GLA | London |
Merton | 51.410, -0.190 | GLA | London |
North London | 51.570, -0.110 | GLA | London |
South London | 51.450, -0.100 | GLA | London |
East London | 51.530, -0.020 | GLA | London |
West London | 51.510, -0.230 | GLA | London |
North West London | 51.550, -0.210 | GLA | London | northwest london
North East London | 51.580, -0.020 | GLA | London | northeast london
South West London | 51.460, -0.190 | GLA | London | southwest london
South East London | 51.470, -0.040 | GLA | London | southeast london
Gatwick | 51.154, -0.182 | P6 | | gatwick airport, london gatwick, london gatwick airport
Stansted Airport | 51.886, 0.239 | E4 | | stansted, london stansted, london stansted airport
East Midlands Airport | 52.831, -1.328 | H5 | |
Birmingham Airport | 52.452, -1.744 | M2 | | birmingham international airport, nec birmingham, birmingham nec
Bristol Airport | 51.383, -2.719 | J4 | | bristol international airport
Manchester Airport | 53.359, -2.273 | I2 | Manchester |
Edinburgh Airport | 55.950, -3.373 | U8 | Edinburgh |
Glasgow Airport | 55.870, -4.435 | W2 | |
Bournemouth Airport | 50.780, -1.840 | AA | | bournemouth international airport
Southampton Airport | 50.951, -1.357 | F2 | | southampton international airport
Salford Quays | 53.471, -2.295 | L5 | | mediacityuk, media city, mediacity
Trafford | 53.430, -2.320 | O6 | |
Tameside | 53.480, -2.080 | O1 | |
Sefton | 53.500, -2.970 | L8 | |
Wirral | 53.370, -3.070 | Q1 | | the wirral
Kirklees | 53.640, -1.780 | G8 | |
Calderdale | 53.720, -1.950 | C2 | |
Sandwell | 52.515, -2.010 | L7 | |
Black Country | 52.520, -2.060 | L7 | | the black country
Teesside | 54.570, -1.230 | I5 | |
Tyneside | 54.975, -1.610 | I7 | | north tyneside, south tyneside
Wearside | 54.900, -1.400 | N6 | |
Medway | 51.390, 0.540 | I3 | | medway towns
Thanet | 51.360, 1.380 | G5 | |
Torbay | 50.460, -3.560 | O4 | |
Thurrock | 51.480, 0.350 | O3 | | lakeside
Team Valley | 54.925, -1.620 | E5 | | team valley trading estate
Cobalt Business Park | 55.021, -1.493 | J5 | | cobalt park
Edgbaston | 52.464, -1.919 | A7 | Birmingham |
Deritend | 52.475, -1.880 | A7 | Birmingham | digbeth
Temple Quay | 51.450, -2.584 | B7 | Bristol | temple meads, bristol temple meads
Avonmouth | 51.501, -2.699 | B7 | Bristol | avonmouth trading estate
Aztec West | 51.543, -2.574 | M6 | |
Milton Park | 51.619, -1.297 | K2 | |
Harwell Campus | 51.573, -1.315 | K2 | | harwell oxford, harwell science and innovation campus
Porton Down | 51.130, -1.700 | P8 | |
Cardiff Bay | 51.464, -3.163 | X5 | Cardiff |
Cardiff Gate | 51.548, -3.123 | X5 | Cardiff | cardiff gate business park
Leith | 55.975, -3.170 | U8 | Edinburgh |
Edinburgh Park | 55.927, -3.307 | U8 | Edinburgh | south gyle, gyle
Jesmond | 54.990, -1.605 | I7 | | 
Ebbsfleet | 51.443, 0.321 | G5 | | ebbsfleet valley, bluewater
Crossways | 51.455, 0.250 | G5 | | crossways business park
Whiteley | 50.885, -1.246 | F2 | | solent business park
Solent | 50.850, -1.250 | F2 | | south hampshire
Birchwood | 53.423, -2.523 | P2 | | birchwood park
Ruhr | 51.500, 7.200 | DE-NW | | ruhrgebiet, ruhr area, ruhrpott, metropole ruhr
Rhine-Main | 50.080, 8.500 | DE-HE | | rhein main, rhein main gebiet, rhine main area
Rhine-Neckar | 49.450, 8.560 | DE-BW | | rhein neckar, metropolregion rhein neckar
Frankfurt Airport | 50.040, 8.560 | DE-HE | Frankfurt am Main | flughafen frankfurt, frankfurt flughafen, the squaire
Raffles Place | 1.284, 103.852 | SG-C | Singapore | cbd, singapore cbd, central business district, raffles place cbd
Marina Bay | 1.279, 103.854 | SG-C | Singapore | marina bay financial centre, mbfc, marina south
Tanjong Pagar | 1.277, 103.846 | SG-C | Singapore |
Shenton Way | 1.277, 103.849 | SG-C | Singapore | downtown core, telok ayer, cecil street, robinson road
City Hall | 1.293, 103.852 | SG-C | Singapore | suntec, suntec city
Bugis | 1.301, 103.856 | SG-C | Singapore |
Orchard | 1.304, 103.832 | SG-C | Singapore | orchard road, somerset singapore
Novena | 1.320, 103.844 | SG-C | Singapore |
Toa Payoh | 1.334, 103.856 | SG-C | Singapore |
Bukit Merah | 1.282, 103.824 | SG-C | Singapore | alexandra
HarbourFront | 1.265, 103.821 | SG-C | Singapore | harbour front
Mapletree Business City | 1.275, 103.799 | SG-C | Singapore | pasir panjang
Sentosa | 1.249, 103.830 | SG-C | Singapore |
one-north | 1.300, 103.788 | SG-C | Singapore | biopolis, fusionopolis, mediapolis, singapore science park
Buona Vista | 1.307, 103.790 | SG-C | Singapore |
Kallang | 1.310, 103.866 | SG-C | Singapore |
Bishan | 1.351, 103.849 | SG-C | Singapore |
Bukit Timah | 1.329, 103.802 | SG-C | Singapore |
Paya Lebar | 1.318, 103.893 | SG-C | Singapore |
Macpherson | 1.327, 103.888 | SG-C | Singapore | tai seng
Changi | 1.345, 103.983 | SG-E | Singapore | changi airport
Changi Business Park | 1.334, 103.962 | SG-E | Singapore |
Tampines | 1.353, 103.945 | SG-E | Singapore |
Bedok | 1.324, 103.930 | SG-E | Singapore |
Pasir Ris | 1.372, 103.947 | SG-E | Singapore |
Serangoon | 1.350, 103.872 | SG-NE | Singapore |
Hougang | 1.371, 103.892 | SG-NE | Singapore |
Sengkang | 1.391, 103.895 | SG-NE | Singapore |
Punggol | 1.405, 103.902 | SG-NE | Singapore |
Ang Mo Kio | 1.370, 103.849 | SG-NE | Singapore |
Seletar | 1.410, 103.874 | SG-NE | Singapore | seletar aerospace park
Yishun | 1.429, 103.835 | SG-N | Singapore |
Sembawang | 1.449, 103.820 | SG-N | Singapore |
Mandai | 1.413, 103.810 | SG-N | Singapore |
Jurong East | 1.333, 103.742 | SG-W | Singapore | jurong, international business park, jurong lake district
Jurong West | 1.340, 103.705 | SG-W | Singapore |
Jurong Island | 1.266, 103.699 | SG-W | Singapore |
Boon Lay | 1.339, 103.706 | SG-W | Singapore |
Tuas | 1.320, 103.649 | SG-W | Singapore |
Clementi | 1.315, 103.765 | SG-W | Singapore |
Choa Chu Kang | 1.385, 103.745 | SG-W | Singapore |
Bukit Batok | 1.349, 103.749 | SG-W | Singapore |
Bukit Panjang | 1.378, 103.763 | SG-W | Singapore |
Pioneer | 1.338, 103.697 | SG-W | Singapore |
`

/** Towns and suburbs that the file lacks, to about a kilometre; columns as in `districtTable`. */
export const townTable = `
Langley | 51.506, -0.546 | M1 | |
Loughton | 51.649, 0.073 | E4 | |
Laindon | 51.573, 0.424 | E4 | |
Hutton | 51.632, 0.366 | E4 | |
South Woodham Ferrers | 51.647, 0.614 | E4 | |
St Ives | 52.334, -0.076 | C3 | |
Great Abington | 52.119, 0.239 | C3 | | granta park
Trumpington | 52.173, 0.113 | C3 | Cambridge |
Orton Southgate | 52.539, -0.313 | K3 | Peterborough |
Crayford | 51.451, 0.180 | GLA | London |
Wymondham | 52.570, 1.116 | I9 | |
Northwood | 51.611, -0.424 | GLA | London |
Brookmans Park | 51.721, -0.205 | F8 | |
London Colney | 51.726, -0.300 | F8 | |
Wellington | 50.979, -3.229 | M3 | |
Chandler's Ford | 50.984, -1.381 | F2 | |
Blackwater | 51.331, -0.780 | F2 | |
Chineham | 51.287, -1.063 | F2 | | chineham business park
West Moors | 50.827, -1.890 | D6 | |
Headington | 51.760, -1.212 | K2 | Oxford |
Summertown | 51.777, -1.265 | K2 | Oxford |
Culham | 51.654, -1.265 | K2 | | culham science centre
Brize Norton | 51.765, -1.560 | K2 | |
Speke | 53.346, -2.853 | H8 | Liverpool |
Garston | 53.353, -2.897 | H8 | Liverpool |
Allerton | 53.372, -2.893 | H8 | Liverpool |
Anfield | 53.431, -2.961 | H8 | Liverpool |
Aintree | 53.476, -2.944 | L8 | |
Halewood | 53.360, -2.838 | G9 | |
Bradley Stoke | 51.531, -2.546 | M6 | |
Filton | 51.509, -2.575 | M6 | |
Patchway | 51.532, -2.577 | M6 | |
Emersons Green | 51.500, -2.480 | M6 | | bristol and bath science park
Warmley | 51.459, -2.476 | M6 | |
Portbury | 51.472, -2.718 | J4 | |
Fishponds | 51.480, -2.527 | B7 | Bristol |
Bedminster | 51.440, -2.600 | B7 | Bristol |
Southville | 51.443, -2.605 | B7 | Bristol |
Brislington | 51.433, -2.545 | B7 | Bristol |
Clifton | 51.456, -2.620 | B7 | Bristol |
Hengrove | 51.411, -2.584 | B7 | Bristol |
Bamber Bridge | 53.728, -2.661 | H2 | |
Penwortham | 53.749, -2.723 | H2 | |
Fulwood | 53.785, -2.700 | H2 | |
Erdington | 52.524, -1.838 | A7 | Birmingham |
Great Barr | 52.549, -1.930 | A7 | Birmingham |
Quinton | 52.459, -1.993 | A7 | Birmingham |
Harborne | 52.459, -1.955 | A7 | Birmingham |
Selly Oak | 52.441, -1.936 | A7 | Birmingham |
Moseley | 52.446, -1.888 | A7 | Birmingham |
Kings Heath | 52.433, -1.893 | A7 | Birmingham |
Kings Norton | 52.408, -1.927 | A7 | Birmingham |
Northfield | 52.416, -1.970 | A7 | Birmingham |
Longbridge | 52.396, -1.980 | A7 | Birmingham |
Sheldon | 52.451, -1.785 | A7 | Birmingham |
Handsworth | 52.507, -1.930 | A7 | Birmingham |
Perry Barr | 52.524, -1.902 | A7 | Birmingham |
Tyseley | 52.452, -1.840 | A7 | Birmingham |
Ladywood | 52.480, -1.925 | A7 | Birmingham |
Castle Bromwich | 52.505, -1.786 | M2 | |
Coleshill | 52.499, -1.706 | P3 | |
Gaydon | 52.182, -1.470 | P3 | |
Whitnash | 52.268, -1.523 | P3 | | tachbrook park
Rubery | 52.395, -2.017 | Q4 | |
Quedgeley | 51.825, -2.280 | E6 | |
Brockworth | 51.852, -2.155 | E6 | | gloucester business park
Innsworth | 51.891, -2.201 | E6 | |
Ashchurch | 51.998, -2.107 | E6 | |
Beeston | 52.927, -1.214 | J9 | |
Chilwell | 52.917, -1.237 | J9 | |
Annesley | 53.068, -1.238 | J9 | |
Selston | 53.070, -1.311 | J9 | |
South Normanton | 53.107, -1.343 | D3 | |
Alvaston | 52.895, -1.440 | D2 | Derby |
Pride Park | 52.914, -1.444 | D2 | Derby |
Quorn | 52.742, -1.171 | H5 | |
Braunstone | 52.617, -1.173 | H5 | | grove park leicester
Brackmills | 52.219, -0.855 | J1 | Northampton | brackmills industrial estate
Moulton Park | 52.273, -0.874 | J1 | Northampton | moulton park industrial estate
Duston | 52.249, -0.945 | J1 | Northampton |
Wolverton | 52.062, -0.811 | I6 | Milton Keynes |
Knowlhill | 52.028, -0.776 | I6 | Milton Keynes |
Farnham Common | 51.562, -0.616 | B9 | |
Taplow | 51.530, -0.690 | B9 | |
Caversham | 51.468, -0.969 | K7 | Reading |
Aldermaston | 51.384, -1.150 | P4 | |
Spencers Wood | 51.394, -0.977 | Q2 | |
Englefield Green | 51.430, -0.569 | N7 | |
Hersham | 51.367, -0.397 | N7 | |
Claygate | 51.361, -0.343 | N7 | |
Bookham | 51.283, -0.381 | N7 | | great bookham
Polegate | 50.822, 0.245 | E2 | |
Southborough | 51.160, 0.258 | G5 | |
Northfleet | 51.440, 0.338 | G5 | |
Walderslade | 51.343, 0.527 | I3 | |
Worsley | 53.509, -2.380 | L5 | |
Reddish | 53.438, -2.162 | N2 | |
Chadderton | 53.546, -2.142 | K1 | |
Wythenshawe | 53.380, -2.262 | I2 | Manchester | sharston
Gorton | 53.463, -2.175 | I2 | Manchester |
Spinningfields | 53.480, -2.252 | I2 | Manchester |
Broadheath | 53.402, -2.351 | O6 | |
Cheadle | 53.394, -2.214 | N2 | |
Handforth | 53.347, -2.214 | Z7 | |
Hunslet | 53.778, -1.531 | H3 | Leeds |
Armley | 53.796, -1.588 | H3 | Leeds |
Headingley | 53.819, -1.577 | H3 | Leeds |
Kirkstall | 53.815, -1.600 | H3 | Leeds |
Thorpe Park | 53.793, -1.446 | H3 | Leeds | thorpe park leeds
Byker | 54.975, -1.580 | I7 | Newcastle upon Tyne |
Killingworth | 55.033, -1.560 | J5 | |
Longbenton | 55.010, -1.575 | J5 | |
Boldon | 54.945, -1.465 | M7 | | boldon colliery, boldon business park
Govan | 55.862, -4.308 | V2 | Glasgow |
Partick | 55.870, -4.309 | V2 | Glasgow |
Hillington | 55.855, -4.360 | W2 | |
Corstorphine | 55.943, -3.284 | U8 | Edinburgh |
Sighthill | 55.921, -3.290 | U8 | Edinburgh |
Altens | 57.109, -2.080 | T5 | Aberdeen |
Bridge of Don | 57.182, -2.090 | T5 | Aberdeen |
Cathays | 51.493, -3.178 | X5 | Cardiff |
Roath | 51.493, -3.160 | X5 | Cardiff |
Llanishen | 51.529, -3.188 | X5 | Cardiff |
St Mellons | 51.522, -3.110 | X5 | Cardiff |
Dunmurry | 54.551, -6.003 | N09000007 | |
Mallusk | 54.670, -5.990 | N09000001 | |
Pinhoe | 50.741, -3.469 | D4 | Exeter |
Derriford | 50.418, -4.117 | K4 | Plymouth |
Crownhill | 50.407, -4.130 | K4 | Plymouth |
`

/** Region of the few places of Singapore that the file itself has. */
export const singaporeRegions: Record<string, string> = {
  Geylang: 'SG-C',
  Woodlands: 'SG-N',
  'Marine Parade': 'SG-C',
  'Queenstown Estate': 'SG-C',
}

/**
 * place (`name` or `name, area code`) | other names. What people write and the file does not know; the biggest place of
 * that name in the area is meant.
 */
export const aliasTable = `
London | central london, london city centre, london uk, londen, inner london city, city centre london, london area, greater london area uk
City of London | the city of london, city london, london city, square mile, the city, city of london corporation
Westminster, GB-LDN | city of westminster
Canary Wharf | canary warf
Barking | barking and dagenham
Hammersmith | hammersmith and fulham
Kensington, GB-LDN | kensington and chelsea, royal borough of kensington and chelsea
Richmond, GB-LDN | richmond upon thames, richmond on thames
Kingston upon Thames | kingston
Camden Town | camden
Shepherds Bush | shepherd s bush
Harrow on the Hill | harrow hill
Islington | highbury and islington
Enfield Town | enfield
Crystal Palace | upper norwood
Cheam | north cheam
Kingston upon Hull | hull, hull city
Newcastle upon Tyne | newcastle, newcastle u tyne, newcastle city
Newcastle under Lyme | newcastle staffordshire
Stoke-on-Trent | stoke, hanley, stoke on trent city centre
Burton upon Trent | burton, burton on trent
Royal Leamington Spa | leamington spa, leamington
Royal Tunbridge Wells | tunbridge wells
Great Malvern | malvern
Guildford | surrey research park
Wombourn | wombourne
Staines | staines upon thames
Wimborne Minster | wimborne
East Dereham | dereham
Ellesmere Port Town | ellesmere port
Bournemouth | bournemouth christchurch and poole, bcp
Brighton | brighton and hove
Windsor | windsor and maidenhead
Southend-on-Sea | southend
Westcliff-on-Sea | westcliff
Weston-super-Mare | weston
Lytham St Annes | lytham, lytham st annes, st annes
Letchworth | letchworth garden city
Welwyn Garden City | wgc, welwyn
Huntingdon | huntingdonshire
Merthyr Tydfil | merthyr
Rhondda | the rhondda
Queensferry, GB-SCT | south queensferry
Saint Helens, GB-NW | st helens
Bury St Edmunds | bury st edmund
Wigston Magna | wigston
Thornton | thornton cleveleys
Milton Keynes | mk, central milton keynes
Telford | telford and wrekin, wrekin
Derry | londonderry, derry londonderry
Craigavon | lurgan
Antrim | antrim town
Portree | isle of skye, skye
Stornoway | isle of lewis
Douglas, IM | isle of man
Frankfurt am Main | frankfurt, frankfurt city, ffm, frankfurt m, frankfurt a m, mainhattan
Munich | munchen, muenchen, munich city
Cologne | koln, koeln, cologne city
Nuremberg | nurnberg
Hannover | hanover
Halle (Saale) | halle
Freiburg | freiburg im breisgau
Ludwigshafen am Rhein | ludwigshafen
Offenbach | offenbach am main
Mülheim | mulheim an der ruhr, muhlheim an der ruhr, mulheim
Frankfurt (Oder) | frankfurt an der oder
Wiesloch | wiesloch walldorf
Singapore | singapore city, downtown singapore, singapore singapore
New York City | new york
Washington, US | washington dc, washington d c
Bengaluru | bangalore
Gurgaon | gurugram
Mumbai | bombay
Ho Chi Minh City | saigon, hcmc
`

/**
 * Text in capitals only that names a city: short codes are never matched otherwise, or an airport's code would catch
 * half of all abbreviations.
 */
export const capitalCodes: Record<string, string> = {
  NYC: 'New York City',
  SF: 'San Francisco',
  DC: 'Washington',
  SEA: 'Seattle',
  CHI: 'Chicago',
  BOS: 'Boston, US-MA',
  ATL: 'Atlanta',
  PHL: 'Philadelphia',
  PDX: 'Portland, US-OR',
  LAX: 'Los Angeles',
  LON: 'London',
  LDN: 'London',
  MUC: 'Munich',
  FFM: 'Frankfurt am Main',
  BLR: 'Bengaluru',
  KL: 'Kuala Lumpur',
}

/** English names for cities that the file calls otherwise: the site is in English. The file's name stays an alias. */
export const englishNames: Record<string, string> = {
  Köln: 'Cologne',
  Nürnberg: 'Nuremberg',
  'Enfield Town': 'Enfield',
  'Camden Town': 'Camden',
  Genève: 'Geneva',
  'Den Haag': 'The Hague',
}

/**
 * letters | post town. The UK's postcode areas; a place found only by its postcode counts as being in the area's post
 * town.
 */
export const postcodeAreaTable = `
AB | Aberdeen
AL | St Albans
B | Birmingham
BA | Bath
BB | Blackburn, GB-lancashire
BD | Bradford
BH | Bournemouth
BL | Bolton
BN | Brighton
BR | Bromley
BS | Bristol
BT | Belfast
CA | Carlisle
CB | Cambridge
CF | Cardiff
CH | Chester
CM | Chelmsford
CO | Colchester
CR | Croydon
CT | Canterbury
CV | Coventry
CW | Crewe
DA | Dartford
DD | Dundee
DE | Derby
DG | Dumfries
DH | Durham
DL | Darlington
DN | Doncaster
DT | Dorchester, GB-dorset
DY | Dudley
E | Bethnal Green
EC | City of London
EH | Edinburgh
EN | Enfield
EX | Exeter
FK | Falkirk
FY | Blackpool
G | Glasgow
GL | Gloucester
GU | Guildford
GY | St Peter Port, GG
HA | Harrow
HD | Huddersfield
HG | Harrogate
HP | Hemel Hempstead
HR | Hereford
HS | Stornoway
HU | Kingston upon Hull
HX | Halifax
IG | Ilford
IM | Douglas, IM
IP | Ipswich
IV | Inverness
JE | St Helier, JE
KA | Kilmarnock
KT | Kingston upon Thames
KW | Kirkwall
KY | Kirkcaldy
L | Liverpool
LA | Lancaster
LD | Llandrindod Wells
LE | Leicester
LL | Llandudno
LN | Lincoln
LS | Leeds
LU | Luton
M | Manchester
ME | Rochester, GB-kent
MK | Milton Keynes
ML | Motherwell
N | Islington
NE | Newcastle upon Tyne
NG | Nottingham
NN | Northampton
NP | Newport, GB-WLS
NR | Norwich
NW | Camden
OL | Oldham
OX | Oxford
PA | Paisley
PE | Peterborough
PH | Perth, GB-SCT
PL | Plymouth
PO | Portsmouth
PR | Preston
RG | Reading
RH | Redhill
RM | Romford
S | Sheffield
SA | Swansea
SE | Southwark
SG | Stevenage
SK | Stockport
SL | Slough
SM | Sutton, GB-LDN
SN | Swindon
SO | Southampton
SP | Salisbury
SR | Sunderland
SS | Southend-on-Sea
ST | Stoke-on-Trent
SW | South West London
SY | Shrewsbury
TA | Taunton
TD | Galashiels
TF | Telford
TN | Tonbridge
TQ | Torquay
TR | Truro
TS | Middlesbrough
TW | Twickenham
UB | Uxbridge
W | West London
WA | Warrington
WC | Bloomsbury
WD | Watford
WF | Wakefield
WN | Wigan
WR | Worcester
WS | Walsall
WV | Wolverhampton
YO | York
ZE | Lerwick
`

/**
 * outcode | district of London that stands for it. Inner London's areas are wide and its jobs many, so these are told
 * apart.
 */
export const londonOutcodeTable = `
E1 | Whitechapel
E2 | Bethnal Green
E3 | Bow
E5 | Lea Bridge
E8 | Hackney
E11 | Leytonstone
E14 | Canary Wharf
E15 | Stratford
E16 | Royal Docks
E17 | Walthamstow
E20 | Olympic Park
EC1 | Farringdon
EC2 | Moorgate
EC3 | Fenchurch Street
EC4 | St Paul's
N1 | Angel
N4 | Stroud Green
N17 | Tottenham
N22 | Wood Green
NW1 | Camden
NW3 | Hampstead
NW10 | Willesden
SE1 | London Bridge
SE8 | New Cross
SE10 | Greenwich
SE13 | Lewisham
SE15 | Peckham
SE18 | Woolwich
SW1 | Victoria
SW3 | Chelsea
SW4 | Clapham
SW6 | Fulham
SW7 | South Kensington
SW8 | Vauxhall
SW9 | Brixton
SW11 | Battersea
SW15 | Putney
SW18 | Wandsworth
SW19 | Wimbledon
W1 | Soho
W2 | Paddington
W3 | Acton
W4 | Chiswick
W5 | Ealing
W6 | Hammersmith
W8 | Kensington
W11 | Notting Hill
W12 | White City
WC1 | Bloomsbury
WC2 | Covent Garden
`

/**
 * first two digits | main city of the region, and so where the region counts as being. German postcodes: the post's
 * regions are some 50 km wide. Digits that are not here (05, 11, 43, 62) are not in use.
 */
export const germanPostcodeTable = `
01 | Dresden, DE
02 | Bautzen, DE
03 | Cottbus, DE
04 | Leipzig, DE
06 | Halle, DE
07 | Jena, DE
08 | Zwickau, DE
09 | Chemnitz, DE
10 | Berlin, DE
12 | Berlin, DE
13 | Berlin, DE
14 | Potsdam, DE
15 | Frankfurt (Oder), DE
16 | Oranienburg, DE
17 | Neubrandenburg, DE
18 | Rostock, DE
19 | Schwerin, DE
20 | Hamburg, DE
21 | Lüneburg, DE
22 | Hamburg, DE
23 | Lübeck, DE
24 | Kiel, DE
25 | Itzehoe, DE
26 | Oldenburg, DE
27 | Bremerhaven, DE
28 | Bremen, DE
29 | Celle, DE
30 | Hannover, DE
31 | Hildesheim, DE
32 | Herford, DE
33 | Bielefeld, DE
34 | Kassel, DE
35 | Gießen, DE
36 | Fulda, DE
37 | Göttingen, DE
38 | Braunschweig, DE
39 | Magdeburg, DE
40 | Düsseldorf, DE
41 | Mönchengladbach, DE
42 | Wuppertal, DE
44 | Dortmund, DE
45 | Essen, DE
46 | Oberhausen, DE
47 | Duisburg, DE
48 | Münster, DE
49 | Osnabrück, DE
50 | Cologne, DE
51 | Cologne, DE
52 | Aachen, DE
53 | Bonn, DE
54 | Trier, DE
55 | Mainz, DE
56 | Koblenz, DE
57 | Siegen, DE
58 | Hagen, DE
59 | Hamm, DE
60 | Frankfurt am Main, DE
61 | Bad Homburg vor der Höhe, DE
63 | Offenbach, DE
64 | Darmstadt, DE
65 | Wiesbaden, DE
66 | Saarbrücken, DE
67 | Ludwigshafen am Rhein, DE
68 | Mannheim, DE
69 | Heidelberg, DE
70 | Stuttgart, DE
71 | Sindelfingen, DE
72 | Tübingen, DE
73 | Esslingen, DE
74 | Heilbronn, DE
75 | Pforzheim, DE
76 | Karlsruhe, DE
77 | Offenburg, DE
78 | Villingen-Schwenningen, DE
79 | Freiburg, DE
80 | Munich, DE
81 | Munich, DE
82 | Starnberg, DE
83 | Rosenheim, DE
84 | Landshut, DE
85 | Ingolstadt, DE
86 | Augsburg, DE
87 | Kempten, DE
88 | Friedrichshafen, DE
89 | Ulm, DE
90 | Nuremberg, DE
91 | Erlangen, DE
92 | Amberg, DE
93 | Regensburg, DE
94 | Passau, DE
95 | Bayreuth, DE
96 | Bamberg, DE
97 | Würzburg, DE
98 | Suhl, DE
99 | Erfurt, DE
`

/** first two digits (postal sectors) of Singapore's postcodes | the part of town that is nearest to most of them. */
export const singaporePostcodeTable = `
01 | Marina Bay
02 03 04 05 | Raffles Place
06 | Shenton Way
07 08 | Tanjong Pagar
09 | HarbourFront
10 15 16 | Bukit Merah
11 | Mapletree Business City
12 | Clementi
13 | Buona Vista
14 | Queenstown Estate
17 | City Hall
18 19 20 | Bugis
21 33 | Kallang
22 23 24 25 | Orchard
26 27 28 58 59 | Bukit Timah
29 30 | Novena
31 32 | Toa Payoh
34 36 37 | MacPherson
35 55 | Serangoon
38 39 | Geylang
40 41 | Paya Lebar
42 43 44 45 | Marine Parade
46 47 48 | Bedok
49 50 81 | Changi
51 | Pasir Ris
52 | Tampines
53 | Hougang
54 | Sengkang
56 77 | Ang Mo Kio
57 | Bishan
60 61 | Jurong East
62 | Pioneer
63 | Tuas
64 | Jurong West
65 66 | Bukit Batok
67 | Bukit Panjang
68 69 70 71 | Choa Chu Kang
72 73 | Woodlands
75 | Sembawang
76 78 | Yishun
79 80 | Seletar
82 | Punggol
`

/**
 * postal district (D01 to D28, which adverts for offices and homes still use) | the part of town that stands for it.
 */
export const singaporeDistrictTable = `
01 | Raffles Place
02 | Tanjong Pagar
03 | Queenstown Estate
04 | HarbourFront
05 | Buona Vista
06 | City Hall
07 | Bugis
08 | Kallang
09 | Orchard
10 | Bukit Timah
11 | Novena
12 | Toa Payoh
13 | Macpherson
14 | Paya Lebar
15 | Marine Parade
16 | Bedok
17 | Changi
18 | Tampines
19 | Serangoon
20 | Bishan
21 | Bukit Timah
22 | Jurong East
23 | Bukit Panjang
24 | Choa Chu Kang
25 | Woodlands
26 | Mandai
27 | Yishun
28 | Seletar
`
