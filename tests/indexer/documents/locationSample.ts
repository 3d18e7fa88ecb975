/**
 * What a reader makes of location strings, labelled before the resolver was asked. An expectation is what the string
 * names, separated by `;`: a point (`51.544 -0.185`), an area by its code, `remote` or `nowhere`; `or` stands where the
 * string alone cannot tell which of several namesakes is meant.
 *
 * `drawn` are 400 lines of the recorded feeds' location strings that lie in the UK, Germany or Singapore, or say
 * nothing: the first such of all lines shuffled by seed 20261128. `fresh` are 150 more, of the lines left, shuffled by
 * seed 7 and labelled after the rules had been mended for the first. Both hold the number of the line and never its
 * text. `sample` are 400 strings of our own, one for each of `drawn`: the same shape and oddity, another place wherever
 * the string is more than a name.
 */
export interface Labelled {
  text: string
  /** ISO 3166-1 alpha-2 of the source. */
  country: string
  expected: string
}

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|').map(column => column.trim()) as [string, string, string])

/** text | country | expected */
export const sample: Labelled[] = rowsOf(`
Princetown | GB | 50.544 -3.992
Derby, England, UK | GB | 52.923 -1.476
Stonehouse | GB | 51.747 -2.284 or 55.695 -3.982
Germersheim | DE | 49.214 8.367
Northwich | GB | 53.259 -2.520
Haverhill | GB | 52.082 0.439
Sheffield, Swansea, Middlesbrough, Glasgow, London, Oldham | GB | 53.383 -1.466; 51.621 -3.943; 54.576 -1.235; 55.865 -4.258; 51.509 -0.126; 53.541 -2.118
Haydock | GB | 53.467 -2.682
Wermelskirchen, Rheinisch-Bergischer Kreis | DE | 51.140 7.215
Moreton-In-Marsh | GB | 51.989 -1.703
Redhill | GB | 51.240 -0.170
Shackleford | GB | 51.199 -0.656
Handforth | GB | 53.347 -2.215
Laindon, Basildon | GB | 51.573 0.424
Two Mile Ash | GB | 52.034 -0.812
Bedale | GB | 54.288 -1.592
Paddington, London | GB | 51.515 -0.176
Rotherham, England, UK | GB | 53.430 -1.357
Greater Manchester, England, UK | GB | GB-greater-manchester
Kenilworth, Warwickshire | GB | 52.349 -1.580
Ransomes Europark | GB | 52.027 1.207
Tilehurst, Reading | GB | 51.457 -1.041
Dresden, Bremen, Frankfurt am Main, Leipzig, Bonn, Hannover | DE | 51.051 13.738; 53.075 8.808; 50.116 8.684; 51.340 12.371; 50.734 7.095; 52.371 9.733
Bangor | GB | 53.227 -4.129 or 54.653 -5.669
Belmont, Durham | GB | 54.788 -1.530
Rhyl | GB | 53.319 -3.492
Smethwick, West Midlands | GB | 52.493 -1.968
Hannover, Germany | DE | 52.371 9.733
Eppstein, Main-Taunus-Kreis | DE | 50.140 8.390
Launceston, England, United Kingdom | GB | 50.637 -4.360
East London | GB | 51.525 -0.040
Waldhinterhof, Heilbronn (Kreis) | DE | DE-BW
Carshalton | GB | 51.368 -0.168
Birmingham | GB | 52.481 -1.900
Leicestershire | GB | GB-leicestershire
Manchester Science Park | GB | 53.463 -2.238
East Midlands, England, UK | GB | GB-EM
Knightsbridge, South West London | GB | 51.501 -0.162
Durham | GB | 54.777 -1.576
Mickleham | GB | 51.268 -0.323
Versmold | DE | 52.040 8.153
Sherburn In Elmet, England, UK | GB | 53.797 -1.248
Baldock | GB | 51.988 -0.188
Merthyr Tydfil, Mid Glamorgan | GB | 51.748 -3.378
Cheddar | GB | 51.279 -2.777
Wimborne Minster | GB | 50.800 -1.988
Witney, England, United Kingdom | GB | 51.784 -1.485
West Midlands | GB | GB-WM or GB-west-midlands
Pencoed | GB | 51.524 -3.499
Innsworth | GB | 51.886 -2.199
Trumpington, Cambridge | GB | 52.173 0.111
Porton Down | GB | 51.131 -1.704
Rhymney | GB | 51.760 -3.284
Altstadt, Bamberg | DE | 49.899 10.903
Braintree, Essex | GB | 51.878 0.553
Krefeld, Germany | DE | 51.336 6.554
Oldham, Greater Manchester | GB | 53.541 -2.118
Dalkeith, Scotland, UK | GB | 55.894 -3.068
Hanley | GB | 53.024 -2.175
Leigh, Reigate | GB | 51.210 -0.248
Highlands | GB | GB-highland
Burnley, Lancashire | GB | 53.789 -2.248
Oxfordshire, England, UK | GB | GB-oxfordshire
Dortmund, Germany | DE | 51.515 7.466
Ludwigshafen/Rh. | DE | 49.481 8.446
Felixstowe, Suffolk | GB | 51.964 1.351
Trumpington | GB | 52.173 0.111
Bristol, England | GB | 51.455 -2.597
Cumbria, North West England | GB | GB-cumbria
Mossend, Bellshill | GB | 55.822 -4.010
Appleton | GB | 53.352 -2.552 or 51.710 -1.360
Stockton-on-Tees | GB | 54.569 -1.319
Wakefield | GB | 53.683 -1.498
Eridge Green | GB | 51.095 0.216
Fishponds, Bristol | GB | 51.480 -2.527
Bad Hersfeld | DE | 50.872 9.709
Scunthorpe | GB | 53.579 -0.654
Omagh, Northern Ireland, UK | GB | 54.600 -7.300
Newbridge, Ratho | GB | 55.939 -3.408
Folkestone | GB | 51.082 1.167
bundesweit, Bonn, Essen, Dresden, Mannheim, Stuttgart | DE | DE; 50.734 7.095; 51.457 7.012; 51.051 13.738; 49.489 8.467; 48.782 9.177
Augsburg, Bremen, Frankfurt am Main, Kassel, Köln, Ulm, Würzburg, Regensburg | DE | 48.372 10.899; 53.075 8.808; 50.116 8.684; 51.313 9.480; 50.933 6.950; 48.398 9.992; 49.794 9.951; 49.015 12.102
Seascale, Cumbria | GB | 54.397 -3.480
Ashchurch | GB | 51.998 -2.108
Trowbridge, Wiltshire | GB | 51.320 -2.208
Irvine, Ayrshire | GB | 55.615 -4.670
Bochum, Münster, Nürnberg, Bremen, Leipzig, remote ( Home-Office) | DE | 51.482 7.216; 51.962 7.626; 49.454 11.078; 53.075 8.808; 51.340 12.371; remote
Fordham | GB | 52.311 0.391 or 51.917 0.802 or 52.563 0.391
Hull | GB | 53.745 -0.336
Inverness-Shire | GB | GB-highland
Tadworth | GB | 51.292 -0.236
Hitchin, Hertfordshire | GB | 51.949 -0.283
Stanford-le-Hope | GB | 51.523 0.434
Crewe ,Nantwich ,Winsford | GB | 53.098 -2.441; 53.067 -2.522; 53.192 -2.523
Gersthofen, Erding, Leipzig | DE | 48.424 10.875; 48.306 11.907; 51.340 12.371
Kings Hill | GB | 51.273 0.400
Carlisle | GB | 54.895 -2.938
remote, Bonn, Frankfurt, Dresden, Essen, Nürnberg, Kiel | DE | 50.734 7.095; 50.116 8.684; 51.051 13.738; 51.457 7.012; 49.454 11.078; 54.321 10.135; remote
Dunstable | GB | 51.886 -0.523
Hannover | DE | 52.371 9.733
Homeoffice-Beratung, Ginsterweg, Hannover, Germany | DE | 52.371 9.733
Paderborn | DE | 51.719 8.754
Biddestone, Chippenham | GB | 51.463 -2.199
Norwich, England, United Kingdom | GB | 52.628 1.299
Dunfermline, Scotland, United Kingdom | GB | 56.072 -3.439
Guiseley | GB | 53.876 -1.712
Stuttgart, Kassel | DE | 48.782 9.177; 51.313 9.480
Macclesfield, England, United Kingdom | GB | 53.260 -2.126
Covent Garden, Central London | GB | 51.512 -0.124
München | DE | 48.137 11.575
Cowes | GB | 50.763 -1.298
Ebstorf, Uelzen (Kreis) | DE | 53.028 10.415
Albourne | GB | 50.931 -0.203
Leatherhead, Surrey | GB | 51.297 -0.329
Radyr | GB | 51.517 -3.257
Ahrensburg | DE | 53.675 10.226
Holborn, Central London | GB | 51.517 -0.118
Civic Hall, Ashton-under-Lyne | GB | 53.489 -2.099
Edinburgh | GB | 55.952 -3.196
Garching, Bonn, Frankfurt a.M., Freiburg, Kiel, München, Essen, Trier, Ulm | DE | 48.249 11.651; 50.734 7.095; 50.116 8.684; 47.996 7.850; 54.321 10.135; 48.137 11.575; 51.457 7.012; 49.756 6.641; 48.398 9.992
Swansea, Wales, UK | GB | 51.621 -3.943
Bristol Avon | GB | 51.455 -2.597
Stansted | GB | 51.893 0.215
Worcestershire, England, UK | GB | GB-worcestershire
Watlington, Oxfordshire | GB | 51.645 -1.006
Westhoughton | GB | 53.549 -2.525
Dringhouses | GB | 53.937 -1.104
Heaton, Newcastle Upon Tyne | GB | 54.986 -1.578
Stoneleigh | GB | 52.341 -1.516 or 51.364 -0.249
Farnborough | GB | 51.292 -0.756
Langerwehe, Düren (Kreis) | DE | 50.818 6.357
Danbury | GB | 51.716 0.582
Hillmorton, Rugby | GB | 52.357 -1.220
Harefield, Uxbridge | GB | 51.603 -0.485
Addlestone | GB | 51.371 -0.494
Nine Elms | GB | 51.482 -0.132
Evesham | GB | 52.092 -1.949
Hertfordshire Hertfordshire | GB | GB-hertfordshire
Wick, Caithness | GB | 58.439 -3.094
Mid Ulster, Northern Ireland, United Kingdom | GB | GB-county-tyrone
Swatragh, Maghera | GB | 54.910 -6.660
Skipton | GB | 53.962 -2.016
Rastede | DE | 53.250 8.200
Sydenham | GB | 51.427 -0.054
Blackpool | GB | 53.817 -3.050
Peterhead | GB | 57.505 -1.784
Greater Bristol Area | GB | 51.455 -2.597
Bonn, Frankfurt, Bremen, Kassel, Köln, Essen, Stuttgart, Erfurt, Nürnberg, Ulm | DE | 50.734 7.095; 50.116 8.684; 53.075 8.808; 51.313 9.480; 50.933 6.950; 51.457 7.012; 48.782 9.177; 50.979 11.033; 49.454 11.078; 48.398 9.992
Kirby-le-Soken | GB | 51.853 1.230
Gwent | GB | GB-gwent
Malmesbury | GB | 51.582 -2.097
Dudley, West Midlands (County) | GB | 52.509 -2.089
Dunblane, County Stirling | GB | 56.189 -3.965
Leeds Corporate Hub - Bristol The Quay - London 14 Fennel Street (14FS) - Coventry Works - Glasgow Mercury House | GB | 53.798 -1.542; 51.455 -2.597; 51.509 -0.126; 52.407 -1.512; 55.865 -4.258
Hinton Ampner | GB | 51.039 -1.155
Hamburg, Offenbach (Main) | DE | 53.551 9.993; 50.101 8.766
Reevesland Industrial Estate | GB | 51.580 -2.965
Grimsby | GB | 53.565 -0.076
Kempten | DE | 47.727 10.316
Barton-upon-Humber | GB | 53.685 -0.442
Hemel Hempstead | GB | 51.754 -0.450
Basildon | GB | 51.576 0.489
Salcombe | GB | 50.238 -3.767
Siegburg, Bonn, Hilden, Frankfurt | DE | 50.800 7.207; 50.734 7.095; 51.168 6.931; 50.116 8.684
Salford, Greater Manchester | GB | 53.487 -2.290
Heath Hayes | GB | 52.690 -1.976
Brunswick Village | GB | 55.050 -1.642
Bridgemont, Whaley Bridge | GB | 53.330 -1.984
Solihull, West Midlands (County) | GB | 52.414 -1.781
Teddington | GB | 51.426 -0.331
Exhall | GB | 52.467 -1.481
Buckley | GB | 53.167 -3.083
Mörfelden-Walldorf, Groß-Gerau (Kreis) | DE | 49.995 8.583
Ripley, Derbyshire | GB | 53.050 -1.407
Islandwide | SG | SG
Mutley | GB | 50.381 -4.132
Heidelberg | DE | 49.408 8.691
Motherwell | GB | 55.789 -3.992
Hale | GB | 53.378 -2.346
Köln, Home Office | DE | 50.933 6.950; remote
United Kingdom - Glasgow | GB | 55.865 -4.258
Ripon, North Yorkshire | GB | 54.136 -1.524
Southwell | GB | 53.077 -0.955
Dresden oder Frankfurt am Main | DE | 51.051 13.738; 50.116 8.684
Havant, Hampshire | GB | 50.851 -0.984
St. Neots, Cambridgeshire | GB | 52.228 -0.270
Brookmans Park | GB | 51.721 -0.206
Harrington, Workington | GB | 54.615 -3.565
Mytholmroyd, Hebden Bridge | GB | 53.731 -1.981
Loose | GB | 51.240 0.516
EC3N, City of London | GB | 51.511 -0.077
Singapore-Remote | SG | SG; remote
Hucknall, Nottingham | GB | 53.037 -1.205
Farnham, Surrey | GB | 51.215 -0.799
Parkhouse Industrial Estate East | GB | 53.039 -2.246
Caterham | GB | 51.283 -0.079
Chalfont St. Peter | GB | 51.609 -0.556
Halifax, West Yorkshire | GB | 53.717 -1.850
Norfolk, Eastern England | GB | GB-norfolk
Wanborough | GB | 51.543 -1.700 or 51.230 -0.660
West Malling | GB | 51.293 0.409
Dorking, Surrey | GB | 51.232 -0.330
Bourton-on-the-Water | GB | 51.885 -1.757
Burford | GB | 51.807 -1.637
Swinton, Manchester, Lancashire | GB | 53.512 -2.341
Malton, England, United Kingdom | GB | 54.137 -0.792
Birlingham | GB | 52.082 -2.102
Aldridge | GB | 52.605 -1.917
Ampthill | GB | 52.027 -0.496
Much Marcle, Herefordshire | GB | 51.993 -2.500
Wilton | GB | 51.080 -1.863 or 54.578 -1.105
Lilac Grove Industrial Park, Beeston | GB | 52.927 -1.214
Richmond Park | GB | 51.444 -0.274
Redruth Highway | GB | 50.232 -5.215
Tring | GB | 51.795 -0.658
Elstead | GB | 51.185 -0.709
Sherington | GB | 52.112 -0.700
Takeley | GB | 51.867 0.266
Saltash | GB | 50.410 -4.225
Bournemouth | GB | 50.720 -1.879
Passau, Passau (Kreis) | DE | 48.567 13.432
Bourton-on-the-Water | GB | 51.885 -1.757
Landsberg am Lech | DE | 48.050 10.878
Lutterworth | GB | 52.456 -1.202
Maltby, England, UK | GB | 53.424 -1.200
Throckley, Newcastle Upon Tyne | GB | 54.996 -1.756
Walton-on-Thames | GB | 51.387 -0.413
Pudsey, Leeds | GB | 53.796 -1.662
Staffordshire, West Midlands | GB | GB-staffordshire
Hexham | GB | 54.970 -2.104
Ely, Cambridgeshire | GB | 52.399 0.262
Bootle, Merseyside | GB | 53.445 -2.998
Billericay | GB | 51.629 0.420
City Of Wakefield, England, UK | GB | 53.683 -1.498
Blaenau-Gwent | GB | GB-blaenau-gwent
Moorgate, Central London | GB | 51.519 -0.089
Trenowin Downs, Hayle | GB | 50.186 -5.419
Ratingen, Germany | DE | 51.297 6.849
Beaconsfield, England, UK | GB | 51.602 -0.645
Bonn,Bremen,Dresden,Erfurt,Kassel,Leipzig,Mainz,Köln,Ulm,Kiel | DE | 50.734 7.095; 53.075 8.808; 51.051 13.738; 50.979 11.033; 51.313 9.480; 51.340 12.371; 49.984 8.279; 50.933 6.950; 48.398 9.992; 54.321 10.135
Barnwood | GB | 51.861 -2.203
Bloxham, Oxfordshire | GB | 52.019 -1.374
Traunreut, Traunstein (Kreis) | DE | 47.963 12.592
Chancery Lane, Central London | GB | 51.518 -0.111
Salisbury | GB | 51.069 -1.796
Dresden, | DE | 51.051 13.738
Harlow, Essex | GB | 51.777 0.111
Viernheim bei Mannheim | DE | 49.540 8.579
Shrewsbury | GB | 52.710 -2.752
Dronfield | GB | 53.302 -1.475
Rheda-Wiedenbrück, Gütersloh (Kreis) | DE | 51.850 8.300
Scotland | GB | GB-SCT
Büchen | DE | 53.480 10.617
Ross-shire | GB | GB-highland
Dortmund | DE | 51.515 7.466
Darmstadt, Germany | DE | 49.872 8.650
Sherfield-On-Loddon | GB | 51.317 -1.023
Whitby, North Yorkshire | GB | 54.488 -0.615
Walters Ash | GB | 51.682 -0.785
Swift Valley, Rugby | GB | 52.395 -1.255
Fitzrovia, Central London | GB | 51.519 -0.139
Pinchbeck | GB | 52.814 -0.161
Horley | GB | 51.174 -0.159
Pontypridd | GB | 51.602 -3.342
County Tyrone | GB | GB-county-tyrone
Heilbronn, Pforzheim, Ulm, Augsburg, Bonn oder Bremen. | DE | 49.140 9.220; 48.884 8.699; 48.398 9.992; 48.372 10.899; 50.734 7.095; 53.075 8.808
Lisnaskea, Fermanagh | GB | 54.252 -7.443
Kingsclere | GB | 51.323 -1.243
Wroughton | GB | 51.524 -1.793
Derry | GB | 54.997 -7.319
Penistone | GB | 53.526 -1.630
Tadcaster | GB | 53.883 -1.263
Shipston-on-Stour | GB | 52.062 -1.623
Zeuthen | DE | 52.348 13.622
Antrim | GB | 54.717 -6.207 or GB-county-antrim
Liverpool Merseyside | GB | 53.411 -2.978
Blindley Heath | GB | 51.194 -0.052
Trentham | GB | 52.967 -2.190
Bowston, Staveley | GB | 54.377 -2.818
Bournemouth International Airport | GB | 50.780 -1.842
Hertford | GB | 51.796 -0.079
Leek, Staffordshire | GB | 53.105 -2.024
Wadebridge | GB | 50.517 -4.836
Stone | GB | 52.903 -2.147
Loddon | GB | 52.533 1.483
Syresham, Brackley | GB | 52.028 -1.143
Falkirk | GB | 56.002 -3.785
deutschlandweit u.a. Bonn, Bremen, Dresden, Erfurt, Frankfurt, Kassel | DE | DE; 50.734 7.095; 53.075 8.808; 51.051 13.738; 50.979 11.033; 50.116 8.684; 51.313 9.480
Tattenhall | GB | 53.120 -2.769
Worsley | GB | 53.509 -2.381
Chorley | GB | 53.653 -2.629
Palmers Green, North London | GB | 51.616 -0.109
Otley | GB | 53.905 -1.692
Hazel Grove | GB | 53.377 -2.111
Shillingstone, Dorset | GB | 50.898 -2.247
Derbyshire | GB | GB-derbyshire
Ilkley | GB | 53.924 -1.823
Lower Stretton | GB | 53.337 -2.574
Loßburg | DE | 48.400 8.450
Isleworth | GB | 51.475 -0.342
Exeter, England, UK | GB | 50.722 -3.534
Chard | GB | 50.873 -2.966
Ross-on-Wye | GB | 51.917 -2.567
Barnard Castle | GB | 54.541 -1.919
Frankfurt am Main, Dresden | DE | 50.116 8.684; 51.051 13.738
Settle, North Yorkshire | GB | 54.068 -2.278
Darley Abbey | GB | 52.942 -1.475
Marton-In-Cleveland | GB | 54.538 -1.207
Selston | GB | 53.071 -1.304
Mannheim, Düsseldorf, Hanau, Limburg | DE | 49.489 8.467; 51.222 6.776; 50.134 8.914; 50.384 8.050
Wassenberg, Heinsberg (Kreis) | DE | 51.100 6.155
Birchington | GB | 51.376 1.305
Brasside | GB | 54.810 -1.552
West Lothian | GB | GB-west-lothian
Leigh, England, United Kingdom | GB | 53.497 -2.520 or 51.541 0.654
bundesweit | DE | DE
Nabern | DE | 48.614 9.476
Saffron Walden | GB | 52.023 0.242
Painswick | GB | 51.786 -2.196
Stansted Mountfitchet | GB | 51.900 0.200
Burghausen, Germany | DE | 48.169 12.831
Daventry, Northamptonshire | GB | 52.257 -1.161
Broadford | GB | 57.243 -5.909
Windsor | GB | 51.484 -0.604
Abbots Bromley, England, UK | GB | 52.818 -1.880
Remote (55116 Mainz, 01067 Dresden, 20095 Hamburg, 50667 Köln und Remote) | DE | 49.984 8.279; 51.051 13.738; 53.551 9.993; 50.933 6.950; remote
Langenhagen bei Hannover | DE | 52.440 9.740
Martinsried | DE | 48.108 11.451
Bonn, Kassel, Frankfurt, Ulm oder bundesweit | DE | 50.734 7.095; 51.313 9.480; 50.116 8.684; 48.398 9.992; DE
Churchdown, Gloucestershire | GB | 51.879 -2.170
Darmstadt | DE | 49.872 8.650
Aberthaw | GB | 51.390 -3.386
Pickmere | GB | 53.288 -2.468
Monkton Village | GB | 54.966 -1.502 or 51.337 1.283
Llandysul | GB | 52.041 -4.310
Wendlingen bei Stuttgart | DE | 48.674 9.377
Earlsfield | GB | 51.444 -0.186
Cambridge Science Park, Cambridge | GB | 52.234 0.147
Pimlico, South West London | GB | 51.489 -0.133
Markinch | GB | 56.202 -3.135
Kassel Hbf, Rainer-Dierichs-Platz, 34117 Kassel, Germany | DE | 51.313 9.480
Remscheid | DE | 51.180 7.192
Chester-le-Street, County Durham | GB | 54.857 -1.574
Tachbrook Park | GB | 52.268 -1.557
Romsey | GB | 50.989 -1.497
Augsburg, Bremen | DE | 48.372 10.899; 53.075 8.808
Leighton Buzzard, Bedfordshire | GB | 51.917 -0.661
Botley, Hampshire | GB | 50.914 -1.270
Thatcham, England, UK | GB | 51.404 -1.265
Exeter, South West England, EX1 1AA | GB | 50.722 -3.534
Blackfriars | GB | 51.512 -0.103
Brighton | GB | 50.828 -0.139
Leyton, East London | GB | 51.561 -0.012
Padiham | GB | 53.802 -2.315
Clacton-on-Sea, Essex | GB | 51.790 1.155
Swanage, Dorset | GB | 50.608 -1.960
50667 Köln, Germany | DE | 50.933 6.950
Wuppertal, Germany | DE | 51.256 7.148
Faversham, England, United Kingdom | GB | 51.315 0.890
Windermere | GB | 54.381 -2.907
West Yorkshire | GB | GB-west-yorkshire
Westwood Business Park | GB | 52.386 -1.567
Marylebone | GB | 51.518 -0.150
Harbury, Warwickshire | GB | 52.235 -1.455
Gatley, Cheadle | GB | 53.393 -2.238
Shropshire | GB | GB-shropshire
Remote in Sheffield | GB | 53.383 -1.466; remote
Crownhill | GB | 50.407 -4.127 or 52.030 -0.800
Patchway, Bristol | GB | 51.532 -2.577
Ashington, Northumberland | GB | 55.181 -1.568
Tuffley | GB | 51.831 -2.257
Dewsbury | GB | 53.691 -1.629
Hilderstone | GB | 52.911 -2.081
Otley, England, United Kingdom | GB | 53.905 -1.692 or 52.148 1.213
Hornchurch, Essex | GB | 51.563 0.217
Lünen | DE | 51.616 7.529
Siegen, Kassel, Lüdenscheid, Quedlinburg | DE | 50.875 8.024; 51.313 9.480; 51.220 7.627; 51.789 11.150
Radlett | GB | 51.686 -0.319
Tilbrook | GB | 52.009 -0.698 or 52.302 -0.415
Cowbridge | GB | 51.461 -3.449
Wales, United Kingdom | GB | GB-WLS
Larne | GB | 54.850 -5.817
Stoodleigh, Tiverton | GB | 50.905 -3.540
Aberdare | GB | 51.714 -3.449
Morpeth, Northumberland | GB | 55.168 -1.689
Galston, Scotland, United Kingdom | GB | 55.600 -4.383
Freiburg im Breisgau | DE | 47.996 7.850
Holt, Norfolk | GB | 52.907 1.089
Cuffley | GB | 51.708 -0.110
Twickenham, London | GB | 51.447 -0.337
Pickering | GB | 54.246 -0.777
Burton-On-Trent | GB | 52.803 -1.643
Melksham | GB | 51.373 -2.140
Seaham, County Durham | GB | 54.838 -1.346
Döbeln, Mittelsachsen (Kreis) | DE | 51.120 13.110
Bonn, Pinneberg, Kelsterbach | DE | 50.734 7.095; 53.656 9.800; 50.060 8.528
Flint | GB | 53.248 -3.136
remote - Homeoffice | DE | remote
Prien, Rosenheim (Kreis) | DE | 47.856 12.346
Dunoon, Scotland, UK | GB | 55.950 -4.926
`).map(([text, country, expected]) => ({ text, country, expected }))

/** number of the line, from 1 | country | expected */
export const drawn = rowsOf(`
46 | GB | 50.544 -3.992
178 | GB | 52.639 -1.132
3142 | GB | 51.747 -2.284 or 55.695 -3.982
821 | DE | 49.214 8.367
2221 | GB | 53.259 -2.520
2499 | GB | 52.082 0.439
79 | GB | 52.481 -1.900; 51.480 -3.180; 54.524 -1.550; 55.952 -3.196; 51.509 -0.126; 53.488 -2.290
3319 | GB | 53.467 -2.682
1576 | DE | 50.933 7.284
3152 | GB | 51.989 -1.703
2313 | GB | 51.240 -0.170
2288 | GB | 51.199 -0.656
2868 | GB | 53.347 -2.215
1412 | GB | 51.564 0.510
3402 | GB | 52.034 -0.812
3187 | GB | 54.288 -1.592
512 | GB | 51.505 -0.020
184 | GB | 52.414 -1.781
163 | GB | GB-LDN
651 | GB | 52.578 -1.547
2632 | GB | 52.027 1.207
258 | GB | 51.469 -0.974
1111 | DE | 48.782 9.177; 52.524 13.411; 50.116 8.684; 53.551 9.993; 50.933 6.950; 48.137 11.575
2902 | GB | 53.227 -4.129 or 54.653 -5.669
1934 | GB | 54.788 -1.588
2502 | GB | 53.319 -3.492
307 | GB | 52.566 -2.076
771 | DE | 50.116 8.684
1588 | DE | 50.143 8.504
471 | GB | 50.455 -4.465
2197 | GB | 51.525 -0.040
1666 | DE | 49.112 9.737
2525 | GB | 51.368 -0.168
11 | GB | 52.481 -1.900
2087 | GB | GB-leicestershire
3391 | GB | 53.463 -2.238
181 | GB | GB-WM or GB-west-midlands
341 | GB | 51.507 -0.135
21 | GB | 54.777 -1.576
2923 | GB | 51.268 -0.323
934 | DE | 52.040 8.153
217 | GB | 53.830 -1.394
2626 | GB | 51.988 -0.188
704 | GB | 51.714 -3.449
2776 | GB | 51.279 -2.777
3224 | GB | 50.800 -1.988
438 | GB | 51.900 -1.154
2089 | GB | GB-WM or GB-west-midlands
3116 | GB | 51.524 -3.499
2841 | GB | 51.886 -2.199
348 | GB | 52.220 0.140
3017 | GB | 51.131 -1.704
2683 | GB | 51.760 -3.284
1641 | DE | 52.128 11.629
385 | GB | 51.620 0.301
782 | DE | 51.185 6.442
2013 | GB | 53.593 -2.297
198 | GB | 55.831 -3.226
2498 | GB | 53.024 -2.175
270 | GB | 51.201 -0.198
2652 | GB | GB-highland
303 | GB | 53.817 -3.050
185 | GB | GB-gloucestershire
756 | DE | 48.782 9.177
982 | DE | 50.116 8.684
649 | GB | 52.475 1.752
2774 | GB | 52.173 0.111
1133 | GB | 51.509 -0.126
279 | GB | GB-merseyside
338 | GB | 55.853 -4.078
2622 | GB | 53.352 -2.552 or 51.710 -1.360
2422 | GB | 54.569 -1.319
2158 | GB | 53.683 -1.498
2661 | GB | 51.095 0.216
118 | GB | 51.507 -2.574
983 | DE | 50.872 9.709
2470 | GB | 53.579 -0.654
193 | GB | 54.850 -5.817
86 | GB | 55.917 -3.317
2378 | GB | 51.082 1.167
1006 | DE | DE; 52.524 13.411; 50.116 8.684; 53.551 9.993; 50.933 6.950; 51.340 12.371; 48.137 11.575
876 | DE | 52.524 13.411; 50.116 8.684; 53.551 9.993; 50.933 6.950; 49.489 8.467; 48.137 11.575; 49.454 11.078; 48.782 9.177
692 | GB | 54.511 -3.536
2761 | GB | 51.998 -2.108
305 | GB | 51.558 -1.781
731 | GB | 55.612 -4.496
852 | DE | 51.222 6.776; 51.962 7.626; 48.137 11.575; 53.551 9.993; 52.524 13.411; remote
3008 | GB | 52.311 0.391 or 51.917 0.802 or 52.563 0.391
63 | GB | 53.745 -0.336
2282 | GB | GB-highland
2307 | GB | 51.292 -0.236
563 | GB | 51.817 -0.357
3202 | GB | 51.523 0.434
38 | GB | 53.798 -1.542; 53.683 -1.498; 53.928 -1.387
987 | DE | 48.291 10.656; 48.403 11.749; 51.051 13.738
2572 | GB | 51.273 0.400
2100 | GB | 54.895 -2.938
818 | DE | 52.524 13.411; 50.116 8.684; 53.551 9.993; 50.933 6.950; 51.340 12.371; 48.137 11.575; remote
2316 | GB | 51.886 -0.523
827 | DE | 52.371 9.733
743 | DE | 50.933 6.950
870 | DE | 51.719 8.754
2002 | GB | 51.385 -2.060
430 | GB | 52.954 -1.150
490 | GB | 55.903 -3.522
3089 | GB | 53.876 -1.712
1023 | DE | 53.551 9.993; 50.116 8.684
435 | GB | 53.303 -2.375
107 | GB | 51.508 -0.125
809 | DE | 48.137 11.575
3109 | GB | 50.763 -1.298
1631 | DE | 53.079 10.581
3311 | GB | 50.931 -0.203
327 | GB | 51.337 -0.743
3217 | GB | 51.517 -3.257
965 | DE | 53.675 10.226
259 | GB | 51.518 -0.082
111 | GB | 53.380 -2.263
157 | GB | 55.952 -3.196
896 | DE | 48.233 11.683; 52.524 13.411; 50.116 8.684; 49.009 8.404; 50.933 6.950; 48.137 11.575; 51.962 7.626; 48.566 13.431; 48.782 9.177
214 | GB | 51.480 -3.180
398 | GB | 51.455 -2.597
2315 | GB | 51.893 0.215
165 | GB | GB-buckinghamshire
725 | GB | 51.651 -1.269
2769 | GB | 53.549 -2.525
3139 | GB | 53.937 -1.104
132 | GB | 54.992 -1.601
2882 | GB | 52.341 -1.516 or 51.364 -0.249
2111 | GB | 51.292 -0.756
1604 | DE | 50.746 6.491
3072 | GB | 51.716 0.582
1947 | GB | 52.371 -1.284
137 | GB | 51.525 -0.485
2320 | GB | 51.371 -0.494
3009 | GB | 51.482 -0.132
2190 | GB | 52.092 -1.949
397 | GB | GB-hertfordshire
682 | GB | 57.478 -4.225
487 | GB | GB-county-down
229 | GB | 54.893 -6.587
2125 | GB | 53.962 -2.016
871 | DE | 53.250 8.200
3013 | GB | 51.427 -0.054
2494 | GB | 53.817 -3.050
2575 | GB | 57.505 -1.784
463 | GB | 53.798 -1.542
1084 | DE | 52.524 13.411; 50.116 8.684; 53.551 9.993; 48.137 11.575; 50.933 6.950; 51.222 6.776; 48.782 9.177; 52.371 9.733; 49.454 11.078; 49.489 8.467
2709 | GB | 51.853 1.230
2185 | GB | GB-gwent
2798 | GB | 51.582 -2.097
637 | GB | 52.519 -1.994
236 | GB | 56.119 -3.937
67 | GB | 51.480 -3.180; 53.411 -2.978; 51.509 -0.126; 53.481 -2.237; 53.383 -1.466
3348 | GB | 51.039 -1.155
997 | DE | 52.524 13.411; 50.116 8.684
2820 | GB | 51.580 -2.965
3 | GB | 53.565 -0.076
846 | DE | 47.727 10.316
2819 | GB | 53.685 -0.442
60 | GB | 51.754 -0.450
2093 | GB | 51.576 0.489
2981 | GB | 50.238 -3.767
953 | DE | 50.871 6.697; 50.933 6.950; 51.297 6.849; 50.116 8.684
1450 | GB | 53.618 -2.155
2797 | GB | 52.690 -1.976
3352 | GB | 55.050 -1.642
335 | GB | 53.366 -2.026
529 | GB | 52.585 -1.984
2292 | GB | 51.426 -0.331
2881 | GB | 52.467 -1.481
2977 | GB | 53.167 -3.083
1626 | DE | 49.993 8.413
662 | GB | 53.098 -1.384
1113 | SG | SG
3079 | GB | 50.381 -4.132
841 | DE | 49.408 8.691
2693 | GB | 55.789 -3.992
2673 | GB | 53.378 -2.346
947 | DE | 48.137 11.575; remote
1326 | GB | 51.509 -0.126
638 | GB | 53.991 -1.537
3191 | GB | 53.077 -0.955
932 | DE | 52.371 9.733; 50.116 8.684
564 | GB | 50.852 -1.179
266 | GB | 51.750 -0.333
2936 | GB | 51.721 -0.206
322 | GB | 54.655 -3.545
311 | GB | 53.703 -1.930
2986 | GB | 51.240 0.516
389 | GB | 51.517 -0.087
1275 | SG | SG; remote
274 | GB | 53.019 -1.306
1440 | GB | 51.283 -0.079
3235 | GB | 53.039 -2.246
2407 | GB | 51.283 -0.079
2933 | GB | 51.609 -0.556
125 | GB | 53.798 -1.542
2001 | GB | GB-hertfordshire
3353 | GB | 51.543 -1.700 or 51.230 -0.660
2531 | GB | 51.293 0.409
560 | GB | 51.237 -0.206
2784 | GB | 51.989 -1.703
3280 | GB | 51.807 -1.637
589 | GB | 53.552 -2.191
449 | GB | 54.233 -1.344
3234 | GB | 52.082 -2.102
2535 | GB | 52.605 -1.917
2816 | GB | 52.027 -0.496
687 | GB | 51.909 -2.566
2548 | GB | 51.080 -1.863 or 54.578 -1.105
295 | GB | 52.926 -1.216
2728 | GB | 51.444 -0.274
2616 | GB | 50.232 -5.215
2312 | GB | 51.795 -0.658
2866 | GB | 51.185 -0.709
2938 | GB | 52.112 -0.700
2930 | GB | 51.867 0.266
2451 | GB | 50.410 -4.225
2377 | GB | 50.720 -1.879
1619 | DE | 48.841 12.961
2886 | GB | 51.885 -1.757
958 | DE | 48.050 10.878
2428 | GB | 52.456 -1.202
206 | GB | 53.534 -1.310
131 | GB | 55.033 -1.631
2238 | GB | 51.387 -0.413
127 | GB | 53.746 -1.599
1945 | GB | GB-warwickshire
2690 | GB | 54.970 -2.104
1432 | GB | 52.666 0.159
631 | GB | 53.646 -3.010
2275 | GB | 51.629 0.420
187 | GB | 51.455 -2.597 or GB-bristol
3019 | GB | GB-blaenau-gwent
99 | GB | 51.514 -0.098
1926 | GB | 50.213 -5.297
794 | DE | 51.340 7.045
201 | GB | 51.667 -0.617
859 | DE | 50.933 6.950; 53.551 9.993; 52.524 13.411; 48.137 11.575; 52.371 9.733; 48.782 9.177; 51.457 7.012; 51.340 12.371; 49.454 11.078; 49.489 8.467; 50.116 8.684; 51.222 6.776
2645 | GB | 51.861 -2.203
715 | GB | 52.015 -1.311
1674 | DE | 48.028 12.545
100 | GB | 51.514 -0.109
2120 | GB | 51.069 -1.796
961 | DE | 48.137 11.575
313 | GB | 51.736 0.470
970 | DE | 49.549 8.669
2445 | GB | 52.710 -2.752
3250 | GB | 53.302 -1.475
1603 | DE | 51.892 8.619
2437 | GB | GB-SCT
914 | DE | 53.480 10.617
2607 | GB | GB-highland
994 | DE | 51.515 7.466
744 | DE | 50.116 8.684
2479 | GB | 51.317 -1.023
720 | GB | 53.783 -1.067
2803 | GB | 51.682 -0.785
1453 | GB | 52.455 -1.239
1920 | GB | 51.524 -0.126
2989 | GB | 52.814 -0.161
2595 | GB | 51.174 -0.159
2496 | GB | 51.602 -3.342
2561 | GB | GB-county-tyrone
1057 | DE | 49.009 8.404; 48.884 8.699; 48.782 9.177; 48.137 11.575; 50.933 6.950; 53.551 9.993
1441 | GB | 54.346 -7.641
2602 | GB | 51.323 -1.243
2549 | GB | 51.524 -1.793
2644 | GB | 54.997 -7.319
2908 | GB | 53.526 -1.630
2426 | GB | 53.883 -1.263
2978 | GB | 52.062 -1.623
807 | DE | 52.348 13.622
2427 | GB | 54.717 -6.207 or GB-county-antrim
396 | GB | 53.411 -2.978
2785 | GB | 51.194 -0.052
2963 | GB | 52.967 -2.190
2000 | GB | 54.371 -2.770
3003 | GB | 50.780 -1.842
2443 | GB | 51.796 -0.079
665 | GB | 52.680 -1.920
2834 | GB | 50.517 -4.836
2567 | GB | 52.903 -2.147
3230 | GB | 52.533 1.483
337 | GB | 52.036 -1.123
2723 | GB | 56.002 -3.785
802 | DE | DE; 52.524 13.411; 52.266 10.527; 50.836 12.929; 51.222 6.776; 51.457 7.012; 50.116 8.684; 51.155 14.989; 53.551 9.993
3321 | GB | 53.120 -2.769
3022 | GB | 53.509 -2.381
2637 | GB | 53.653 -2.629
365 | GB | 51.572 -0.113
2194 | GB | 53.905 -1.692
2799 | GB | 53.377 -2.111
557 | GB | 50.772 -1.776
689 | GB | GB-derbyshire
2258 | GB | 53.924 -1.823
3364 | GB | 53.337 -2.574
864 | DE | 48.400 8.450
2449 | GB | 51.475 -0.342
223 | GB | 51.752 -1.256
2276 | GB | 50.873 -2.966
2611 | GB | 51.917 -2.567
19 | GB | 54.541 -1.919
1005 | DE | 50.116 8.684; 51.340 12.371
647 | GB | 53.962 -2.016
2990 | GB | 52.942 -1.475
3410 | GB | 54.538 -1.207
3216 | GB | 53.071 -1.304
804 | DE | 49.009 8.404; 51.222 6.776; 50.150 8.833; 50.436 7.823
1569 | DE | 50.992 5.998
3121 | GB | 51.376 1.305
3197 | GB | 54.810 -1.552
2231 | GB | GB-west-lothian
452 | GB | 53.477 -2.597
828 | DE | DE
1051 | DE | 48.614 9.476
2897 | GB | 52.023 0.242
2635 | GB | 51.786 -2.196
3133 | GB | 51.900 0.200
754 | DE | 48.209 12.399
716 | GB | 52.489 -0.703
2741 | GB | 57.243 -5.909
2144 | GB | 51.484 -0.604
204 | GB | 52.951 -1.836
784 | DE | 50.116 8.684; 52.371 9.733; 53.551 9.993; 48.137 11.575; 48.782 9.177; remote
1089 | DE | 52.538 9.731
1035 | DE | 48.108 11.451
1101 | DE | 52.524 13.411; 52.266 10.527; 50.116 8.684; 48.137 11.575; DE
710 | GB | 51.822 -2.279
883 | DE | 49.872 8.650
3357 | GB | 51.390 -3.386
2949 | GB | 53.288 -2.468
3076 | GB | 54.966 -1.502 or 51.337 1.283
2587 | GB | 52.041 -4.310
1000 | DE | 48.711 9.416
3034 | GB | 51.444 -0.186
110 | GB | 53.463 -2.238
360 | GB | 51.494 -0.176
3346 | GB | 56.202 -3.135
789 | DE | 49.489 8.467
874 | DE | 51.180 7.192
616 | GB | 54.777 -1.576
2463 | GB | 52.268 -1.557
2830 | GB | 50.989 -1.497
988 | DE | 48.398 9.992; 52.524 13.411
1968 | GB | 51.886 -0.523
620 | GB | 50.920 -1.250
203 | GB | 51.427 -0.880
72 | GB | 51.455 -2.597
3265 | GB | 51.512 -0.103
413 | GB | 50.828 -0.139
276 | GB | 51.588 -0.018
2346 | GB | 53.802 -2.315
537 | GB | 51.538 0.714
1948 | GB | 50.736 -1.781
787 | DE | 48.137 11.575
737 | DE | 51.222 6.776
496 | GB | 51.341 0.733
3238 | GB | 54.381 -2.907
2082 | GB | GB-west-yorkshire
2950 | GB | 52.386 -1.567
2608 | GB | 51.518 -0.150
299 | GB | 52.347 -1.471
1430 | GB | 53.372 -2.226
2122 | GB | GB-shropshire
412 | GB | 51.509 -0.126; remote
3190 | GB | 50.407 -4.127 or 52.030 -0.800
121 | GB | 51.509 -2.577
1427 | GB | 55.127 -1.509
3203 | GB | 51.831 -2.257
2821 | GB | 53.691 -1.629
2697 | GB | 52.911 -2.081
457 | GB | 53.924 -1.823
712 | GB | 51.540 0.148
885 | DE | 51.616 7.529
812 | DE | 50.357 7.594; 51.534 9.932; 51.209 7.873; 51.821 11.286
2993 | GB | 51.686 -0.319
2847 | GB | 52.009 -0.698 or 52.302 -0.415
2335 | GB | 51.461 -3.449
180 | GB | GB-ENG
3305 | GB | 54.850 -5.817
1924 | GB | 50.860 -3.395
2329 | GB | 51.714 -3.449
709 | GB | 55.087 -1.586
473 | GB | 55.912 -3.321 or 55.601 -4.494
845 | DE | 47.996 7.850
554 | GB | 52.853 1.060
3134 | GB | 51.708 -0.110
96 | GB | 51.545 -0.480
2375 | GB | 54.246 -0.777
2363 | GB | 52.803 -1.643
2342 | GB | 51.373 -2.140
1957 | GB | 54.686 -1.210
1566 | DE | 50.912 13.343
1102 | DE | 50.933 6.950; 53.686 9.980; 50.013 8.453
2613 | GB | 53.248 -3.136
928 | DE | remote
1597 | DE | 47.791 12.111
155 | GB | 56.396 -3.437
`)

/** As `drawn`. */
export const fresh = rowsOf(`
1935 | GB | 51.531 -0.123
45 | GB | 53.533 -2.580
418 | GB | 51.948 -3.391
1411 | GB | 50.834 -0.339
2796 | GB | 52.969 -2.684 or 51.231 -1.337 or 51.513 -3.223
316 | GB | 52.505 -2.016
2592 | GB | 51.403 -0.257
783 | DE | 47.660 9.175
781 | DE | 50.800 7.207
1017 | DE | 48.537 12.152
407 | GB | GB-surrey
317 | GB | 50.154 -5.071
2008 | GB | 51.350 -0.430
491 | GB | 55.783 -3.981
903 | DE | 52.524 13.411; 53.076 8.807; 51.515 7.466; 51.051 13.738; 51.222 6.776; 49.591 11.008; 50.116 8.684; 53.551 9.993; 48.782 9.177
2906 | GB | 54.981 -1.490
51 | GB | 52.766 -0.377; 52.489 -0.703; 52.911 -0.642; 52.766 -0.887; 53.076 -0.808; 52.670 -0.728; 52.999 -0.409; 52.652 -0.480
2747 | GB | 56.067 -3.718
2717 | GB | 54.903 -5.027
814 | DE | 48.723 9.260
1971 | GB | 51.375 0.098
2351 | GB | 51.552 -0.296
3036 | GB | 51.548 -3.123
1416 | GB | 51.080 -4.058
2161 | GB | GB-tyne-and-wear
2795 | GB | 52.319 1.146 or 52.601 -0.190
1418 | GB | 52.388 -2.250
2180 | GB | 52.388 -2.250
1635 | DE | 51.106 7.018
888 | DE | 49.893 10.893; 53.551 9.993; 50.933 6.950; 51.340 12.371; 48.137 11.575; 49.454 11.078
2269 | GB | 52.086 -0.265
2189 | GB | 51.655 -0.396
2391 | GB | 52.481 -2.121
2434 | GB | 50.998 -0.104
2601 | GB | 53.142 -2.955
531 | GB | 51.447 -0.337
171 | GB | 53.793 -1.752
1958 | GB | 54.905 -1.381
2966 | GB | 52.626 -1.294
1056 | DE | 48.695 8.135
2390 | GB | 51.477 -0.866 or 51.022 -1.315
1014 | DE | 49.845 9.601
2719 | GB | 57.413 -6.195
3085 | GB | 53.285 -3.810
3275 | GB | 52.472 -2.145
726 | GB | 51.208 -1.480
582 | GB | 51.128 1.309
2596 | GB | 51.443 0.321
2331 | GB | 56.817 -5.111
392 | GB | 51.785 -0.900
3052 | GB | 53.786 -1.558
2302 | GB | 52.532 -1.765
2975 | GB | 53.590 -2.580
2090 | GB | 51.559 0.074
2113 | GB | 52.240 -0.897
3020 | GB | 51.538 0.714
820 | DE | 48.782 9.177
291 | GB | 53.360 -1.470
2400 | GB | 51.504 -0.474
653 | GB | 52.663 -1.163
2568 | GB | 52.364 1.112
1446 | GB | 51.905 -2.161
2481 | GB | 50.795 -1.129
1639 | DE | 47.688 9.410
2921 | GB | 51.408 -0.533 or 53.050 -1.760 or 53.030 -0.850 or 52.620 1.340
3322 | GB | 51.187 1.400 or 51.570 -1.770
2711 | GB | GB-dunbartonshire
3068 | GB | 51.268 -0.433
69 | GB | 50.722 -3.534
2395 | GB | 53.489 -2.099
2979 | GB | 51.509 -0.338
2220 | GB | 51.548 -3.123
103 | GB | 51.498 -0.066
1062 | DE | 48.782 9.177; 50.116 8.684; 48.137 11.575; 51.222 6.776
3383 | GB | 52.585 -1.836
3392 | GB | 51.283 -0.560
3342 | GB | 51.467 0.008 or 52.475 -2.042
2168 | GB | 51.371 1.128
838 | DE | 49.570 10.885
1286 | DE | 52.524 13.411; 48.137 11.575
1442 | GB | 51.380 -1.240
2879 | GB | 52.549 -1.930
3054 | GB | 52.250 -2.130
384 | GB | 53.543 -2.637
2172 | GB | 52.830 0.847
2290 | GB | 52.541 -1.374
2825 | GB | 53.494 -1.286
642 | GB | 52.119 0.239
851 | DE | 49.478 10.989; 49.489 8.467
29 | GB | 50.799 -1.091
208 | GB | 52.923 -1.476
2295 | GB | 52.249 -0.945
213 | GB | 50.942 -2.633
3172 | GB | 52.999 -0.409
3301 | GB | 53.790 -2.890
568 | GB | 52.803 -1.643
900 | DE | 51.313 9.480
905 | DE | 52.524 13.411; 49.408 8.691
1999 | GB | 53.704 -1.546
1985 | GB | 52.655 -1.124
860 | DE | 52.524 13.411; 51.432 6.765; 51.222 6.776; 51.457 7.012; 50.116 8.684; 53.551 9.993; 52.371 9.733; 48.137 11.575; 49.454 11.078; 48.782 9.177
869 | DE | 50.933 6.950; 48.782 9.177; 48.208 16.372
2169 | GB | 51.619 -1.297
117 | GB | 52.480 -1.925
3361 | GB | 51.824 -2.500
2922 | GB | 51.533 -1.066
685 | GB | 51.411 -0.834
1946 | GB | 51.818 -0.205
2337 | GB | 51.456 -0.990
3145 | GB | 52.535 -2.186
139 | GB | 51.510 -0.230
260 | GB | 51.740 0.046
786 | DE | 48.107 11.423
265 | GB | 52.085 -2.345
887 | DE | 50.933 6.950; 50.734 7.095
1646 | DE | 48.137 11.575
330 | GB | 50.799 -1.091
2512 | GB | 52.065 -2.780
2405 | GB | 53.537 -1.052
867 | DE | 50.116 8.684; 52.524 13.411; 48.137 11.575; 53.551 9.993; 48.782 9.177; 51.222 6.776
2740 | GB | 51.790 1.155
1990 | GB | 51.463 -0.012
2466 | GB | 56.415 -5.471
1637 | DE | 49.798 8.830
3371 | GB | 53.500 -1.440
3140 | GB | 52.516 -0.259
1638 | DE | 51.408 9.405
2855 | GB | 51.470 -0.168
2827 | GB | 51.369 -0.131
761 | DE | DE-BW
3055 | GB | 51.439 -0.053
1055 | DE | 48.137 11.575; remote
262 | GB | 51.440 -0.245
403 | GB | 52.954 -1.150
596 | GB | 53.792 -1.382
283 | GB | 51.509 -0.595
2733 | GB | 52.198 -0.264
886 | DE | 49.677 12.156
2873 | GB | 51.682 -4.162
760 | DE | 51.222 6.776
1066 | DE | 52.524 13.411
366 | GB | 51.406 0.015
805 | DE | 52.402 13.270
467 | GB | 56.830 -5.090
1445 | GB | 53.441 -2.277
943 | DE | 49.280 11.463
369 | GB | 52.690 -2.030
167 | GB | 52.969 -2.065
31 | GB | 52.306 -1.946
2366 | GB | 53.394 -2.214 or 52.986 -1.988
`)

/** Rows of the drawn lines, with their text. @param lines of the file */
export function labelled(rows: readonly [string, string, string][], lines: readonly string[]): Labelled[] {
  return rows.map(([line, country, expected]) => ({ text: lines[Number(line) - 1]!, country, expected }))
}
