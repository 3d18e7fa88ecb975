/**
 * What a reader makes of adverts of the recorded feeds, of which nothing is kept here: the file, the row's number and
 * the label. Rows as `row:label`.
 */

/** The first six digits of the SHA-256 of the title as it should be shown: 400 of all distinct titles, drawn by seed
 * 20261129, each looked at beside the feed's. */
export const titles: Record<string, string> = {
  'adzuna/uk_snapshot_2026-08-21.json.gz': `
181:507161 195:b2e0d1 266:070a96 320:6bafe4 344:518342
  `,
  'adzuna/uk_snapshot_2026-08-22.json.gz': `
243:1125fb 300:6ba16e 414:3d094d
  `,
  'datasets/adzuna_international_1250.csv.gz': `
100:ab63c0 246:aaf12b 308:8ebda5 353:cc43b4 375:94f533 382:34d173 498:2b1fab 574:999c72 612:8a77de
663:1be128 698:c6ca28 761:ab9960 915:6ce406 962:24e9b7 987:21bde4 995:9544f4 1159:0f020d 1170:38decc
1198:dad97f 1203:1d9570
  `,
  'datasets/adzuna_uk_pages_1241.csv.gz': `
4:6ab373 9:a0d626 128:6e5924 501:b4f102 529:d082b7 555:a14236 599:ae3942 968:f4225b
  `,
  'datasets/adzuna_wrangled_5000.csv.gz': `
147:69a2d4 169:52a047 247:2ed1f0 296:756d55 453:3fc02f 513:07a18f 563:ebeda0 573:6226c2 748:5f5adf
961:33d84a 964:66739f 974:26d47b 993:98f76d 1042:6edd5d 1072:485abe 1079:3d07b2 1126:447d0a 1231:4a2518
1454:8b3831 1674:f2e8ed 1755:912073 1759:272b89 1802:5aceb6 2145:233557 2194:9248c5 2272:4d9c5c
2289:a4a322 2290:2b725c 2329:b190eb 2502:778ca5 2556:684f3e 2727:004db8 2746:10b3dc 2763:d7567c
2768:ae47bf 2874:18cf0e 2890:5e0226 2926:6e8352 3005:0b1cdf 3047:3343b7 3134:8c44c7 3304:586197
3351:29a91e 3358:5497fe 3363:146ba5 3398:799dd7 3488:26cc2c 3518:2e41a8 3582:05e00b 3605:75a45d
3621:5d37c3 3727:14c09c 3789:27b7b3 3802:3ed9e3 3890:1a08b7 3899:c92fb6 3902:73c9a5 4043:11177a
4092:c466c4 4128:f7022f 4167:b1c7fa 4253:5f9186 4306:8943a7 4334:fdd2a8 4405:be0aa9 4493:7d5e9e
4604:bcfac2 4671:41866c 4858:2d2b28 4867:2c11ee
  `,
  'datasets/de_board_3.csv.gz': `
68:409e13 203:5f330a 272:f62850 301:99f273 377:a8e364 398:b8dc0b 501:9da816 612:5c7f13 668:2425a6
766:626929 793:0369fa 877:80568a 880:168afe 969:0f9c79 990:791686
  `,
  'datasets/linkedin_uk_471.csv.gz': `
1:d00618
  `,
  'datasets/open_jobs_new.json.gz': `
39:181753 184:987e22 349:c496bb 401:c21146 540:9a3e90 556:ddfee7 768:c5d7b1
  `,
  'datasets/reed_datascience_727.csv': `
86:f45587 280:43c102 423:5191f3 453:c2d2cd 514:ac372e 583:818d50 621:3eecc2 688:5466d6 723:e72470
  `,
  'datasets/reed_uk_29862.csv.gz': `
32:18ee10 225:9f0610 254:2117f7 320:5264ce 348:25759b 395:5c9ce5 446:22eb00 619:115861 649:ce7501
669:d5e17e 967:6a06f6 1077:2bf978 1253:d4dff5 1385:a0c1ff 1574:b12f50 1759:445474 1953:28b597
2110:e99357 2173:b259d0 2505:e5b598 2530:99a96b 2561:3eec34 2597:8e7987 2627:ce1f0d 2708:c9c4d6
2734:1cc77f 2795:459935 2887:db8ae1 2931:39505c 2937:e7917c 3347:4f867a 3366:67c221 3501:63e225
3506:dd08af 3516:44c3c8 3553:e6d595 3728:5b815c 3754:f900ba 3863:961d88 3877:607776 3902:1f98a4
4076:e12045 4590:535eaf 4786:844b1e 4888:bbd28b 4895:02a156 5110:5ac8fb 5184:c2fbc3 5194:476624
5475:1871db 5512:8ea8ac 5622:3e69d2 5660:174545 5705:91a83a 5942:092de4 5963:f66f77 5971:8fd20a
5987:cfb8b7 6005:e3b64e 6009:4904f1 6014:fa81a9 6073:da7553 6108:503fbc 6223:ca843c 6326:beff1e
6513:e0ba40 6631:72f285 6821:18fd7b 6841:7dad3b 6861:46a5fd 6947:c9a6d9 6950:8e943c 6990:ab63c0
7056:7dd926 7184:72db92 7414:8338a0 7435:f3d856 7453:4e1eec 7482:3d01ed 7508:be93c3 7600:c0a1bd
7628:4aa11f 7805:b0c066 7855:ed5942 7967:97aca7 8242:5a5780 8350:fe3ed5 8478:cb0384 8573:44a515
8587:2543e5 8589:76ec63 8920:e9bff8 9154:bd9172 9193:2b3a10 9284:5274b4 9304:ceb7f0 9319:cadfff
9422:153b93 9533:e67b3b 9640:3d7b50 9717:3c3565 9751:59a682 10034:ba7653 10091:1175d3 10372:ab62bb
10392:7ee8f6 10535:6abee8 10773:fa0829 10779:5bf955 10902:c5bd69 10947:c99306 10987:21ef5d 11004:5342de
11039:a4c3f5 11142:ebd80b 11199:d71944 11261:8de7e2 11341:08ff03 11401:a37841 11484:bf6a58 11517:c31939
11526:ee1423 11626:8d0da2 11815:cdcf2f 11853:fe6b48 12088:d86bc9 12110:b73122 12130:40b53d 12193:bb5841
12278:c5e0bc 12327:35be48 12351:83be2a 12384:f946c9 12450:aaf89e 12552:8295a9 12705:fc2471 12711:d94ae3
12820:f4ee7a 12828:8c0c86 13355:b4207b 13377:563da1 13427:8624f4 13476:90c2ef 13628:af1066 13687:089029
13876:c49eeb 13903:ab913f 13959:a46450 14029:db8c63 14292:ec03eb 14375:991f66 14386:1e798c 14467:78b82a
14665:76f54d 14817:dc965c 14848:4e6b56 14934:0785ef 14962:fa459d 14964:7ba267 15204:f6832c 15569:f47560
15759:1c7dc7 15987:41e678 15990:e7160b 16084:c4163e 16124:4c7778 16155:92f866 16230:441ac3 16236:bc5ba4
16512:ba292b 16535:eda523 16584:af89af 16652:5ffce6 16898:725e13 16952:e28615 17010:05ed68 17236:e5bd43
17593:1f915b 17722:4c8889 18046:f1664f 18116:cf6e7d 18868:2b1065 19132:589798 19137:42c76a 19254:cde376
19271:5bd061 19501:015e54 19541:d1ac41 19746:f032e2 19760:de9ba4 19823:6ee91e 19895:7f79e6 19952:531901
20195:5267f2 20686:252f80 21029:718a90 21152:4391a3 21187:3278d7 21199:a6ebed 21259:9e5558 21397:504155
21399:c69e75 21560:555f1b 21629:3e22e8 21820:4862b0 22045:97d31e 22152:a775e1 22198:635093 22462:4f6102
22686:197f60 22791:79ae4f 22813:ca58ae 22881:2a37dc 22884:282b05 22891:57c9f1 23083:b93abe 23109:974253
23262:1855c0 23335:11d942 23393:40744a 23746:dc263f 23803:715482 23818:d32588 23822:29900a 23963:e97648
24031:edd94c 24049:ff3f73 24108:92c616 24152:f0a8ec 24348:c53ef7 24436:cff5bb 24591:bcb240 24819:725aaf
24866:3e270c 24957:74a3a7 25007:898caf 25061:ff6c22 25090:b85615 25211:9401dc 25719:b07be9 26192:62ca15
26225:5d743a 26333:702cc4 26390:347c37 27626:3b2bd5 27751:a7ea51 27790:f5af4f 27819:832fbf 28311:e595f3
28416:151029 28547:5a7dc1 28914:832d8b 29246:25979d 29479:8083ef 29818:db571b
  `,
  'datasets/sg_mycareersfuture_216.csv.gz': `
206:3a053c
  `,
  'datasets/totaljobs_datascience.json': `
355:f53c2b
  `,
  'greenhouse/departments_tree.json': `
7:e44095 52:a7d6ff
  `,
  'indeed_xml/indeed_peoplepro_mx.xml': `
29:c361d9
  `,
  'other_ats/neogov.xml': `
2:fa0939
  `,
  'rss_atom/moj_justicejobs_atom.xml': `
37:943d89
  `,
}

/**
 * What an advert states of its type and its hours: `P` permanent, `C` contract, `T` temporary, `I` internship, `A`
 * apprenticeship, `-` nothing; behind the slash `F` full time, `H` part time. 300 drawn from the files by turns and
 * from all rows, read with their descriptions.
 */
export const stating: Record<string, string> = {
  'adzuna/search_us.json': `
1:-/F
  `,
  'adzuna/uk_snapshot_2026-08-21.json.gz': `
78:P/F 188:-/F 229:-/F 237:-/F 246:-/F 364:P/- 405:-/F
  `,
  'adzuna/uk_snapshot_2026-08-22.json.gz': `
133:-/F 189:P/- 257:-/F 271:C/- 274:-/F 309:P/- 394:P/F 403:P/- 422:-/F
  `,
  'ashby/board_6.json': `
1:-/F 3:-/F 4:-/F 5:-/F 6:-/F
  `,
  'ashby/careerkit_2.json': `
1:-/F 2:-/F
  `,
  'ashby/linear_2.json': `
1:-/F
  `,
  'broadbean/adcourier_export_command_export_command.xml': `
1:P/-
  `,
  'broadbean/broadbean_post_v1.xml': `
1:C/-
  `,
  'broadbean/teachingvacancies_broadbean.xml': `
1:C/H
  `,
  'broadbean/teachingvacancies_ventrus.xml': `
1:P/H
  `,
  'broadbean/wpbroadbean_sample-add.xml': `
1:P/-
  `,
  'datasets/adzuna_international_1250.csv.gz': `
81:-/F 866:-/H 917:-/H 937:T/- 990:T/-
  `,
  'datasets/adzuna_uk_pages_1241.csv.gz': `
32:P/F 182:C/F 353:-/F 368:-/F 376:-/F 496:-/H 788:C/F 817:-/F 823:-/F 1019:-/F 1030:C/F 1041:-/F
  `,
  'datasets/adzuna_wrangled_5000.csv.gz': `
2395:P/- 2531:C/- 2742:P/- 3091:P/- 3234:C/- 3326:P/- 3526:P/- 3939:P/- 4793:P/-
  `,
  'datasets/de_board_1.csv.gz': `
3:-/F 4:-/F 7:-/F 30:-/FH 40:-/F 43:P/- 59:P/F 70:I/- 71:-/F 78:P/- 88:-/F 108:-/F 117:P/F 125:-/F
129:I/- 143:P/- 147:CT/F 150:P/F 154:-/H 159:P/FH 166:P/F 176:-/F
  `,
  'datasets/de_board_3.csv.gz': `
167:-/FH 481:P/- 864:-/FH
  `,
  'datasets/karriere_at_it.csv.gz': `
2:-/FH 3:-/F 4:-/FH 5:-/FH 6:-/F 7:-/FH 8:-/F 9:-/F 11:-/F 12:-/F 15:-/F 16:-/F 17:-/F
  `,
  'datasets/karriere_at_page_dump.csv.gz': `
1:-/FH 2:-/F 4:-/FH 5:-/FH 8:-/F 10:-/F 11:-/F 12:-/F 13:-/FH 14:-/FH 15:-/F 18:-/F
  `,
  'datasets/linkedin_uk_471.csv.gz': `
7:-/F 46:P/F 76:-/F 154:-/F 172:-/F 253:C/- 281:-/F 440:-/F 446:-/F
  `,
  'datasets/open_jobs_new.json.gz': `
702:-/F 715:-/F 721:-/F
  `,
  'datasets/open_jobs_new.xml.gz': `
40:C/- 710:I/-
  `,
  'datasets/reed_27.csv': `
5:-/F 24:P/F 27:P/-
  `,
  'datasets/reed_datascience_727.csv': `
37:P/F 317:P/F 520:P/F 613:P/F
  `,
  'datasets/reed_uk_29862.csv.gz': `
1654:P/F 1921:P/FH 2839:P/F 4226:P/F 5130:P/F 5949:P/F 6237:P/F 6301:T/F 6407:P/F 6634:P/F 6995:P/F
7205:P/F 8315:P/F 8614:P/F 8904:P/F 9030:P/F 10375:P/F 10486:P/F 11005:P/F 11044:P/F 11133:P/F 11321:P/F
11735:C/FH 11949:P/F 12748:P/F 13238:P/F 13506:P/F 14330:P/F 15042:P/F 15773:P/F 16010:P/F 16855:P/F
17073:P/F 17119:P/F 19050:P/F 19119:P/F 19407:P/F 19621:P/F 20354:P/F 20453:P/F 20600:P/F 20966:P/F
21435:P/F 21451:P/F 21481:P/F 22528:P/F 22728:P/F 22970:P/F 23472:P/F 24388:P/F 24736:P/F 25325:P/F
25830:P/F 26433:P/F 26882:P/F 27100:P/F 28380:C/F 29136:P/F 29421:P/F 29485:P/F
  `,
  'datasets/sg_mycareersfuture_216.csv.gz': `
8:-/F 21:C/- 22:-/F 52:-/F 88:C/- 100:-/F 115:-/F 139:C/- 154:P/- 160:P/- 173:P/- 195:-/F
  `,
  'datasets/totaljobs_datascience.json': `
98:C/- 204:P/-
  `,
  'datasets/wuzzuf_arabic_rows.csv': `
3:-/F 33:-/F
  `,
  'greenhouse/atspolling_2.json': `
1:-/H
  `,
  'greenhouse/careerkit_2.json': `
1:P/-
  `,
  'hrxml/ProcessPositionOpening-1.xml': `
1:-/F
  `,
  'hrxml/ProcessPositionOpening-3.xml': `
1:C/-
  `,
  'hrxml/usajobs_bad_locations.xml': `
1:-/F
  `,
  'hrxml/usajobs_sample.xml': `
3:-/H
  `,
  'idibu/posting_example_3.xml': `
1:P/F
  `,
  'indeed_xml/careerjet_paretti_pl.xml.gz': `
211:-/F 541:-/F 556:-/F 571:-/F
  `,
  'indeed_xml/generic_rows.xml.gz': `
5:-/F 34:-/F 36:P/- 51:-/F 66:-/F 79:-/F 86:P/- 88:P/- 91:P/-
  `,
  'indeed_xml/indeed_4corner_us.xml': `
1:P/- 3:C/- 17:PC/- 18:PC/- 19:P/F 21:P/- 23:PC/- 26:P/-
  `,
  'indeed_xml/indeed_peoplepro_mx.xml': `
5:P/F 19:P/- 20:P/F
  `,
  'indeed_xml/indeed_remotetalents_nl.xml': `
1:-/F 2:-/F
  `,
  'indeed_xml/jooble_surprise.xml': `
1:-/F 2:-/F 3:-/F 4:-/F 5:-/F 6:-/F
  `,
  'indeed_xml/jooble_surprise_html.xml': `
2:-/F 3:-/F 4:-/F 5:-/F 6:-/F
  `,
  'jsonld/avature_detail.html': `
1:-/F
  `,
  'jsonld/betterjobadverts_schemaorg-jsonld-employment-type-missing.html': `
1:-/F
  `,
  'jsonld/betterjobadverts_schemaorg-jsonld-location-missing.html': `
1:-/F
  `,
  'jsonld/betterjobadverts_schemaorg-jsonld-salary-clear.html': `
1:-/F
  `,
  'jsonld/betterjobadverts_schemaorg-jsonld.html': `
1:-/F
  `,
  'jsonld/betterjobadverts_schemaorg-microdata-salary-unclear.html': `
1:-/F
  `,
  'jsonld/icims_detail.html': `
1:-/F
  `,
  'jsonld/jobstreet_ph_mangled.html': `
1:-/F
  `,
  'jsonld/recrutei_br.html': `
1:-/F
  `,
  'jsonld/schemaorg_examples_jobposting.txt': `
1:-/F
  `,
  'lever/careerkit_2.json': `
1:C/H 2:C/-
  `,
  'lever/jobagent_2.json': `
1:-/F
  `,
  'lever/leverdemo_6.json': `
1:P/F 2:P/F
  `,
  'other_ats/bamboohr.json': `
1:-/F 2:I/-
  `,
  'other_ats/himalayas.json': `
1:-/F 2:-/F 3:-/F
  `,
  'other_ats/jobicy.json': `
2:-/F 3:-/F
  `,
  'other_ats/remotive.json': `
1:-/F 2:-/F 3:C/-
  `,
  'partner_feeds_fr/decathlon.json': `
3:A/F
  `,
  'partner_feeds_fr/import-apec.xml': `
1:CA/- 2:CA/- 3:PA/-
  `,
  'partner_feeds_fr/import-clever-connect.xml': `
3:PA/H
  `,
  'partner_feeds_fr/import-edf.xml': `
1:A/- 2:A/- 3:C/-
  `,
  'partner_feeds_fr/import-france-travail-cegid.json': `
2:C/- 4:C/-
  `,
  'partner_feeds_fr/import-hello-work.xml': `
2:P/- 4:P/-
  `,
  'partner_feeds_fr/import-jobteaser.xml': `
1:A/-
  `,
  'partner_feeds_fr/import-jooble.xml': `
2:P/-
  `,
  'partner_feeds_fr/import-kelio.xml': `
1:A/F
  `,
  'partner_feeds_fr/import-laposte.xml': `
1:A/- 2:A/-
  `,
  'partner_feeds_fr/import-leboncoin.csv': `
2:A/F
  `,
  'personio/workzag.xml': `
2:P/F
  `,
  'recruitee/berlin_offers.json': `
2:P/F
  `,
  'recruitee/offers2.json': `
2:P/F
  `,
  'rss_atom/weworkremotely.xml': `
1:-/F 2:-/F 3:-/F
  `,
  'smartrecruiters/page0.json': `
3:-/F
  `,
  'smartrecruiters/page1.json': `
1:-/F
  `,
  'workable/vasion_details.json': `
1:-/F 2:-/F
  `,
}

/** Those that state neither. */
export const silent: Record<string, string> = {
  'adzuna/search_us.json': `
4:-/-
  `,
  'adzuna/uk_snapshot_2026-08-21.json.gz': `
7:-/- 33:-/- 96:-/- 109:-/- 112:-/- 133:-/- 153:-/- 181:-/- 197:-/- 205:-/- 206:-/- 210:-/- 225:-/-
227:-/- 241:-/- 274:-/- 280:-/- 303:-/- 342:-/- 347:-/- 368:-/- 376:-/- 379:-/- 381:-/- 389:-/- 404:-/-
406:-/- 439:-/-
  `,
  'adzuna/uk_snapshot_2026-08-22.json.gz': `
3:-/- 4:-/- 5:-/- 12:-/- 41:-/- 51:-/- 56:-/- 59:-/- 60:-/- 73:-/- 137:-/- 164:-/- 165:-/- 212:-/-
277:-/- 356:-/- 363:-/- 364:-/- 365:-/- 371:-/- 388:-/- 391:-/- 399:-/- 400:-/-
  `,
  'broadbean/fashionunited_push.xml': `
1:-/-
  `,
  'broadbean/reliefweb_savethechildren_via_broadbean.xml': `
1:-/-
  `,
  'datasets/adzuna_international_1250.csv.gz': `
156:-/- 161:-/- 315:-/- 346:-/- 358:-/- 387:-/- 397:-/- 483:-/- 534:-/- 586:-/- 624:-/- 650:-/- 652:-/-
657:-/- 734:-/- 777:-/- 778:-/- 791:-/- 818:-/- 846:-/- 853:-/- 861:-/- 924:-/- 969:-/- 1097:-/-
1159:-/- 1216:-/-
  `,
  'datasets/de_board_1.csv.gz': `
2:-/- 32:-/- 35:-/- 61:-/- 66:-/- 95:-/- 105:-/- 160:-/- 177:-/-
  `,
  'datasets/de_board_3.csv.gz': `
2:-/- 137:-/- 181:-/- 184:-/- 237:-/- 256:-/- 298:-/- 313:-/- 316:-/- 348:-/- 361:-/- 369:-/- 385:-/-
422:-/- 675:-/- 704:-/- 730:-/- 741:-/- 768:-/- 797:-/- 798:-/- 833:-/- 853:-/- 855:-/- 858:-/- 859:-/-
908:-/- 961:-/- 963:-/- 965:-/- 972:-/-
  `,
  'datasets/open_jobs_new.xml.gz': `
67:-/- 122:-/- 163:-/- 190:-/- 207:-/- 242:-/- 243:-/- 255:-/- 281:-/- 319:-/- 352:-/- 389:-/- 432:-/-
488:-/- 492:-/- 537:-/- 585:-/- 594:-/- 628:-/- 634:-/- 646:-/- 656:-/- 670:-/- 738:-/- 759:-/- 786:-/-
804:-/- 821:-/-
  `,
  'datasets/reed_27.csv': `
2:-/- 3:-/- 6:-/- 7:-/- 8:-/- 9:-/- 11:-/- 12:-/- 13:-/- 15:-/- 16:-/- 18:-/- 19:-/- 20:-/- 21:-/-
22:-/- 23:-/- 25:-/-
  `,
  'datasets/totaljobs_column_shift_25.csv': `
1:-/- 3:-/- 4:-/- 5:-/- 6:-/- 9:-/- 11:-/- 12:-/- 13:-/- 14:-/- 15:-/- 17:-/- 18:-/- 19:-/- 21:-/-
24:-/- 25:-/-
  `,
  'greenhouse/anthropic_4.json': `
1:-/- 2:-/- 4:-/-
  `,
  'greenhouse/jobagent_2.json': `
1:-/- 2:-/-
  `,
  'indeed_xml/careerjet_paretti_pl.xml.gz': `
1:-/- 16:-/- 46:-/- 61:-/- 76:-/- 91:-/- 106:-/- 121:-/- 136:-/- 151:-/- 166:-/- 181:-/- 196:-/- 226:-/-
241:-/- 256:-/- 271:-/- 316:-/- 346:-/- 361:-/- 376:-/- 391:-/- 406:-/- 436:-/- 451:-/- 466:-/- 496:-/-
511:-/- 526:-/- 586:-/-
  `,
  'indeed_xml/generic_rows.xml.gz': `
7:-/- 10:-/- 11:-/- 12:-/- 14:-/- 19:-/- 25:-/- 29:-/- 32:-/- 35:-/- 38:-/- 40:-/- 50:-/- 55:-/- 56:-/-
59:-/- 72:-/- 77:-/- 78:-/- 80:-/- 83:-/- 85:-/-
  `,
  'indeed_xml/indeed_peoplepro_mx.xml': `
1:-/- 4:-/- 6:-/- 7:-/- 8:-/- 9:-/- 10:-/- 11:-/- 12:-/- 15:-/- 17:-/- 21:-/- 22:-/- 24:-/- 25:-/-
27:-/- 28:-/- 29:-/- 30:-/-
  `,
  'jsonld/indeed_page.html': `
1:-/-
  `,
  'lever/leverdemo_6.json': `
3:-/- 5:-/-
  `,
  'other_ats/arbeitnow_de.json': `
1:-/-
  `,
  'other_ats/comeet.json': `
1:-/-
  `,
  'other_ats/neogov.xml': `
1:-/- 2:-/-
  `,
  'other_ats/pinpoint.json': `
1:-/- 2:-/-
  `,
  'other_ats/remoteok.json': `
1:-/- 3:-/- 4:-/-
  `,
  'rss_atom/moj_justicejobs_atom.xml': `
12:-/- 16:-/- 26:-/- 31:-/- 33:-/- 47:-/- 48:-/- 49:-/- 51:-/- 58:-/- 61:-/- 66:-/- 71:-/- 73:-/- 76:-/-
80:-/- 82:-/- 83:-/- 102:-/- 104:-/- 105:-/- 110:-/- 112:-/- 122:-/- 129:-/- 174:-/- 191:-/-
  `,
}
