/** ISO 3166-2: the codes of each country's subdivisions without the country, and a city of the country. */
export const regionCodes: { country: string; name: string; city: string; codes: string[] }[] = [
  {
    country: 'GB',
    name: 'United Kingdom',
    city: 'Leeds',
    codes: `ENG NIR SCT WLS EAW GBN UKM BKM CAM CMA DBY DEV DOR ESX ESS GLS HAM HRT KEN LAN LEC LIN NFK NYK NTT OXF SOM SRY
      STS SFK WAR WSX WOR BDG BNE BEX BEN BRY CMD CRY EAL ENF GRE HCK HMF HRY HRW HAV HIL HNS ISL KEC KTT LBH LEW MRT NWM
      RDB RIC SWK STN TWH WFT WND WSM LND BNS BIR BOL BRD BUR CLD COV DNC DUD GAT KIR KWL LDS LIV MAN NET NTY OLD RCH ROT
      SHN SLF SAW SFT SHF SOL STY SKP SND TAM TRF WKF WLL WGN WRL WLV BAS BDF BBD BPL BPC BST BNH CBF CHE CHW CON DAL DER
      DUR ERY HAL HPL HEF IOW IOS KHL LCE LUT MDW MDB MIK NEL NLN NNH NSM NBL NGM PTE PLY POR RDG RCC RUT SHR SLG SGC STH
      SOS STT STE SWD TFW THR TOB WRT WBK WNH WIL WNM WOK YOR ABC AND ANN BFS CCG DRS FMO LBC MEA MUL NMD ABE ABD ANS AGB
      CLK DGY DND EAY EDU ELN ERW EDH ELS FAL FIF GLG HLD IVC MLN MRY NAY NLK ORK PKN RFW SCB ZET SAY SLK STG WDU WLN BGW
      BGE CAY CRF CMN CGN CWY DEN FLN GWN AGY MTY MON NTL NWP PEM POW RCT SWA TOF VGL WRX`,
  },
  { country: 'DE', name: 'Germany', city: 'Leipzig', codes: 'BB BE BW BY HB HE HH MV NI NW RP SH SL SN ST TH' },
  {
    country: 'CH',
    name: 'Switzerland',
    city: 'Bern',
    codes: 'AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH',
  },
  { country: 'AT', name: 'Austria', city: 'Linz', codes: '1 2 3 4 5 6 7 8 9' },
  { country: 'NL', name: 'Netherlands', city: 'Utrecht', codes: 'DR FL FR GE GR LI NB NH OV UT ZE ZH' },
  {
    country: 'ES',
    name: 'Spain',
    city: 'Madrid',
    codes: `AN AR AS CB CE CL CM CN CT EX GA IB MC MD ML NC PV RI VC A AB AL AV B BA BI BU C CA CC CO CR CS CU GC GI GR GU H
      HU J L LE LO LU M MA MU NA O OR P PM PO S SA SE SG SO SS T TE TF TO V VA VI Z ZA`,
  },
  {
    country: 'US',
    name: 'United States',
    city: 'Chicago',
    codes: `AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA
      RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI`,
  },
  { country: 'CA', name: 'Canada', city: 'Toronto', codes: 'AB BC MB NB NL NS NT NU ON PE QC SK YT' },
  { country: 'AU', name: 'Australia', city: 'Sydney', codes: 'ACT NSW NT QLD SA TAS VIC WA' },
  { country: 'SG', name: 'Singapore', city: 'Singapore', codes: '01 02 03 04 05' },
].map(({ codes, ...country }) => ({ ...country, codes: codes.split(/\s+/) }))
