/**
 * 200 adverts drawn at random (seed 20261128) from boards of four countries and labelled by hand before anything was
 * read by the rules; then rewritten: other towns, names and figures, the same oddity. One a line: title, category, type
 * and level as the board has them, then what is right: specialism (`-` none; more than one where a person would take
 * either), type (`P` permanent, `C` contract, `B` both) and seniority (`-` the advert says nothing of it).
 */
export const meaningSample = `
Health, Safety & Environmental Manager ¦ factory jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Audit Senior - Public Services ¦ accountancy qualified jobs ¦ Permanent, full-time ¦ - ¦ AR AF ¦ P ¦ Senior
Dutch-speaking Project Administrator ¦ admin secretarial pa jobs ¦ Contract, full-time ¦ - ¦ - ¦ C ¦ -
Graduate Management Development Scheme ¦ graduate training internships jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Entry
Telemarketing Executive ¦ sales jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ -
Digital Account Executive ¦ marketing jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ -
Car Sales Executive ¦ motoring automotive jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ -
Senior MRI Radiographer ¦ health jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Senior
Customer Service Call Handler ¦ banking jobs ¦ Permanent, full-time ¦ - ¦ BA ¦ P ¦ -
Cloud Architect ¦ banking jobs ¦ Permanent, full-time ¦ - ¦ IN ¦ P ¦ -
Pest Control Technician Torquay and surrounding Areas ¦ other jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Fraud Fee Earner ¦ law jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Purchasing and Supply Chain Assistant ¦ purchasing jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Building Surveyor / Senior Residential Manager ¦ construction property jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Senior
Cook/Chef ¦ catering jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Night Cleaning Shift Organiser ¦ construction property jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Graduate Power Electronics Engineer ¦ engineering jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Entry
Records Management Systems Junior Project Manager ¦ other jobs ¦ Temporary, full-time ¦ - ¦ IT - ¦ C ¦ Entry
Website Administrator ¦ marketing jobs ¦ Permanent, full-time ¦ - ¦ SM TE - ¦ P ¦ -
Assistant Financial Controller - Rutland - Â£44k - Â£58k ¦ accountancy qualified jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Pensions Support & Development Manager - Leek ¦ charity jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Graduate Data Analyst ¦ graduate training internships jobs ¦ Permanent, full-time ¦ - ¦ DA ¦ P ¦ Entry
Consultant in Old Age Psychiatry ¦ health jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Digital Marketing Executive ¦ graduate training internships jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ Entry
Accounts Assistant - Hull ¦ accountancy jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Grounds Maintenance Team Leader ¦ other jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Lead
Sales Support Specialist Temp to Perm ¦ admin secretarial pa jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P B ¦ -
Head Chef - Perth ¦ catering jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Lead
HR Manager ¦ other jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Manufacturing Supervisor ¦ factory jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Lead
Trainee Estate Agent - Hove ¦ estate agent jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Entry
PCV Driver ¦ logistics jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Quality Manager Ceramics ¦ engineering jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Regulatory Executive ¦ science jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Financial Accountant ¦ accountancy qualified jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Junior Broker. FCA Regulated Firm. Centre of Leeds Â£19,000 - Â£58 ¦ banking jobs ¦ Permanent, full-time ¦ - ¦ BA BR ¦ P ¦ Entry
Head of HR ¦ hr jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Director
Talent Manager ¦ hr jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Mortgage Broker / Mortgage Advisor - Thirsk ¦ finance jobs ¦ Permanent, full-time ¦ - ¦ - BA ¦ P ¦ -
Science School Direct Trainee Teacher place Salaried ¦ education jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Entry
Pickup/delivery driver - Cat B ¦ logistics jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
IT Infrastructure Support Engineer - Ripon - Â£29K to Â£33K ¦ it jobs ¦ Permanent, full-time ¦ - ¦ IN ¦ P ¦ -
Legal Secretary ¦ law jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Air Import Clerk x2 ¦ logistics jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Teacher of Drama and Acting ¦ education jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Trainee Paraplanner ¦ finance jobs ¦ Permanent, full-time ¦ - ¦ BA - ¦ P ¦ Entry
Billing Manager - Senior IT Appointments (Perm/Contract), Truro Basic to 44k ote to 78k ¦ recruitment consultancy jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Capital Markets Analyst - Executive Search ¦ recruitment consultancy jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
CAD-CAM Designer ¦ media digital creative jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Jr Sous Chef ¦ catering jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Entry
Delivery Driver - Self Employed ¦ logistics jobs ¦ Contract, full-time ¦ - ¦ - ¦ C ¦ -
Team Secretary - Mental Health ¦ health jobs ¦ Contract, full-time ¦ - ¦ - ¦ C ¦ -
Communications and Marketing Assistant ¦ charity jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ -
Programme Management Officer ¦ strategy consultancy jobs ¦ Contract, full-time ¦ - ¦ IT - ¦ C ¦ -
Data Checker ¦ strategy consultancy jobs ¦ Permanent, full-time ¦ - ¦ - DA ¦ P ¦ -
Head of Business Development ¦ strategy consultancy jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ Director
Purchasing Officer ¦ purchasing jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Accounts Assistant ¦ accountancy jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Graduate/Junior Software Developer Engineer C++ ¦ it jobs ¦ Permanent, full-time ¦ - ¦ SD ¦ P ¦ Entry
Registered Mental Health Nurse ¦ health jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Fundraiser ¦ charity jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Trainee Recruitment Consultant - Construction & Property ¦ recruitment consultancy jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Entry
Finance Manager ¦ accountancy qualified jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Quantity Surveyor ¦ construction property jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Account Manager/Customer Service Italian Speaking ¦ customer service jobs ¦ Permanent, full-time ¦ - ¦ SM - ¦ P ¦ -
Estate Agent Branch Manager / Senior Branch Manager ¦ estate agent jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Senior
Accounts Assistant with Payroll / AAT Trainee ¦ accountancy jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ Entry
Community Fundraising Manager - York & Surrounding Areas ¦ charity jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Chemical Technologist ¦ science jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
.Net Developer C# ASP.Net WCF MVC ¦ it jobs ¦ Permanent, full-time ¦ - ¦ SD ¦ P ¦ -
Data Engineer Level I ¦ IT Jobs ¦ full_time ¦ - ¦ DA ¦ P ¦ - Entry
Finance Reporting & Systems Analyst ¦ Accounting & Finance Jobs ¦ permanent full_time ¦ - ¦ AF ¦ P ¦ -
Market Research Manager ¦ Charity & Voluntary Jobs ¦ - ¦ - ¦ - SM ¦ P ¦ -
Azure Data engineer ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Finance Data Analyst ¦ Accounting & Finance Jobs ¦ full_time ¦ - ¦ DA AF ¦ P ¦ -
Junior Lab Technician ¦ Scientific & QA Jobs ¦ permanent full_time ¦ - ¦ - ¦ P ¦ Entry
Entry Level Data Consultant No Experience Required ¦ IT Jobs ¦ permanent ¦ - ¦ DA ¦ P ¦ Entry
Forward Deployed Engineering (Data and Platforms) Training Programme ¦ IT Jobs ¦ permanent part_time ¦ - ¦ DA SD TE ¦ P ¦ Entry
Data Analyst ¦ IT Jobs ¦ full_time ¦ - ¦ DA ¦ P ¦ -
Data Analyst ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Data Analyst ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Market Research Co-ordinator ¦ Scientific & QA Jobs ¦ - ¦ - ¦ - SM ¦ P ¦ -
Paralegal - Data Analyst ¦ Legal Jobs ¦ full_time ¦ - ¦ DA - ¦ P ¦ -
GTM Systems Engineer ¦ IT Jobs ¦ full_time ¦ - ¦ TE SM - ¦ P ¦ -
Lead Data Engineer (Azure) ¦ IT Jobs ¦ permanent full_time ¦ - ¦ DA ¦ P ¦ Lead
Paralegal - Data Analyst ¦ Legal Jobs ¦ full_time ¦ - ¦ DA - ¦ P ¦ -
Process Engineer ¦ Engineering Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Project Manager/Business Analyst - DV Cleared ¦ IT Jobs ¦ - ¦ - ¦ IT ¦ P ¦ -
Principal Product Manager, AI ¦ IT Jobs ¦ full_time ¦ - ¦ TE DA - ¦ P ¦ Lead
Sr. Manager, Financial Systems – TM1 ¦ IT Jobs ¦ full_time ¦ - ¦ AF TE ¦ P ¦ Senior
Business Intelligence Analyst ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Associate, Portfolio Analytics Group (PAG) ¦ Accounting & Finance Jobs ¦ full_time ¦ - ¦ BA DA AF ¦ P ¦ -
Business Intelligence Analyst ¦ IT Jobs ¦ full_time ¦ - ¦ DA ¦ P ¦ -
Customer Growth & Insights Manager ¦ PR, Advertising & Marketing Jobs ¦ permanent full_time ¦ - ¦ SM ¦ P ¦ -
Investment Risk Analyst - Risk Analytics & Modelling - Example Asset plc. ¦ Accounting & Finance Jobs ¦ full_time ¦ - ¦ AR ¦ P ¦ -
Network Engineer WAN (d/f/m) ¦ Unknown ¦ - ¦ - ¦ IN ¦ P ¦ -
Parttime Pakketbezorger ¦ Vacatures Ander of Algemeen ¦ - ¦ - ¦ - ¦ P ¦ -
Construction Labourer ¦ Trade & Construction Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Productiemedewerker nachtdienst €2900,00-3000,00 ¦ Industriële vacatures ¦ - ¦ - ¦ - ¦ P ¦ -
Night Manager ¦ Hospitality & Catering Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Centre Speech Therapist For Children (ABC) - Welcome Bonus ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Parttime Inpakker (Nachtwerk) ¦ Vacatures Ander of Algemeen ¦ - ¦ - ¦ - ¦ P ¦ -
Speech Therapist For Children (ABC) - Welcome Bonus ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Lead Software Engineer, Full Stack ¦ IT Jobs ¦ - ¦ - ¦ SD ¦ P ¦ Lead
Heftruckchauffeur - € 2.800,- ¦ Logistieke vacatures ¦ - ¦ - ¦ - ¦ P ¦ -
Conduite TP (H/F) ¦ Unknown ¦ - ¦ - ¦ - ¦ P ¦ -
Centre Speech Therapist For Children (ABC) ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Certified Heart Care and Education Specialist ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Soutien scolaire en Anglais ¦ Unknown ¦ - ¦ - ¦ - ¦ P ¦ -
Warehouse Associate - Forklift Operator ¦ Logistics & Warehouse Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
TELECONSEILLER (H/F) ¦ Unknown ¦ - ¦ - ¦ - ¦ P ¦ -
Vendeur fromagerie Halle verte (H/F) ¦ Unknown ¦ - ¦ - ¦ - ¦ P ¦ -
Business Development Executive ¦ Sales Jobs ¦ - ¦ - ¦ SM ¦ P ¦ -
Assistant comptable (H/F) ¦ Unknown ¦ - ¦ - ¦ AF - ¦ P ¦ -
Home Speech Therapist For Children (ABC) ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ P ¦ -
Agency Sales (Outdoor/Ambient) london ¦ Sales ¦ Permanent ¦ - ¦ SM ¦ P ¦ -
C / ASPNet Analyst / Developer Malvern, Herefordshire ¦ Information Technology ¦ Permanent ¦ - ¦ SD ¦ P ¦ -
Chef de Partie, ****AA Rosettes, SDevon, Neg ¦ Hospitality ¦ - ¦ - ¦ - ¦ P ¦ -
Assisted Living Coordinator Ludlow ¦ Health ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Student Nurses to work as Hospital Healthcare Assistant ¦ Health ¦ - ¦ - ¦ - ¦ P ¦ - Entry
Account Reconciliations Assistant ¦ Finance ¦ Fixed Term Contract ¦ - ¦ AF ¦ C ¦ -
Amazing Account Manager ¦ Sales ¦ Permanent ¦ - ¦ SM ¦ P ¦ -
Geotechnical Design Engineer Dundee ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
The Green Heron – Restaurant Manager ¦ Hospitality ¦ - ¦ - ¦ - ¦ P ¦ -
Maintenance Manager ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Applied Optical Physicist ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Firmware Engineer Woking Up to **** Benefits ¦ Information Technology ¦ Permanent ¦ - ¦ SD ¦ P ¦ -
Leaflet Distributers ¦ Marketing ¦ - ¦ - ¦ SM - ¦ P ¦ -
Purchasing Clerk ¦ Finance ¦ - ¦ - ¦ AF - ¦ P ¦ -
Javascript Developer (HTML5, CSS) ¦ Information Technology ¦ Permanent ¦ - ¦ SD ¦ P ¦ -
Primary Teacher Year 3 Teacher ¦ Education ¦ Permanent ¦ - ¦ - ¦ P ¦ -
PCB design technician ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Finance Systems Consultant EPM ¦ Finance ¦ Permanent ¦ - ¦ AF TE ¦ P ¦ -
Occupational Health Advisor ¦ Health ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Elderly Care Home Manager Exmouth Exmouth ¦ Health ¦ - ¦ - ¦ - ¦ P ¦ -
Data Engineer (m/w/d) ¦ Baugewerbe/-industrie ¦ - ¦ - ¦ DA ¦ P ¦ -
Junior Computer Vision Data Scientist (m/w/d) ¦ Fahrzeugbau/-zulieferer ¦ - ¦ - ¦ DA ¦ P ¦ Entry
Data Engineer (m/f/d) ¦ Freizeit, Touristik, Kultur & Sport ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Scientist / Data Engineer (f/m/div.) ¦ Fahrzeugbau/-zulieferer ¦ - ¦ - ¦ DA ¦ P ¦ -
Senior Data Engineer (f/m/d) ¦ Konsumgüter/Gebrauchsgüter ¦ - ¦ - ¦ DA ¦ P ¦ Senior
Data Engineer (m/w/d) ¦ Energie- und Wasserversorgung & Entsorgung ¦ - ¦ - ¦ DA ¦ P ¦ -
(Junior) SAP Business Analyst (m/w/d) ¦ Groß- & Einzelhandel ¦ - ¦ - ¦ IT TE ¦ P ¦ Entry
Head of Business Data Analytics (f/m/x) ¦ Elektrotechnik, Feinmechanik & Optik ¦ - ¦ - ¦ DA ¦ P ¦ Director
Data Analyst (w/m/d) - onsite or remote / home office ¦ IT & Internet ¦ - ¦ - ¦ DA ¦ P ¦ -
Senior Data Scientist (m/f/d) ¦ Wissenschaft & Forschung ¦ - ¦ - ¦ DA ¦ P ¦ Senior
Data Scientist (m/w/d) ¦ IT & Internet ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Engineer BI (m/w/d) ¦ Elektrotechnik, Feinmechanik & Optik ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Engineer (w/m/d) - onsite or remote / home office ¦ IT & Internet ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Scientist Mobility (w/m/d) ¦ Sonstige Branchen ¦ - ¦ - ¦ DA ¦ P ¦ -
BIM/Data Integration Manager (m/w/d) ¦ IT & Internet ¦ - ¦ - ¦ DA - ¦ P ¦ -
Business Analyst / Anforderungsmanager Handelslösungen (m/w/d) ¦ Versicherungen ¦ - ¦ - ¦ IT ¦ P ¦ -
Business Analyst/Projektmanager (m/w/d) ¦ Unternehmensberatg., Wirtschaftsprüfg., Recht ¦ - ¦ - ¦ IT ¦ P ¦ -
Data Governance Analyst (w/m/d) ¦ Banken ¦ - ¦ - ¦ DA ¦ P ¦ -
Business Analyst/Business Unit Controller (w/m/d) ¦ Transport & Logistik ¦ - ¦ - ¦ IT AF ¦ P ¦ -
Web & Marketing Data Analyst*in (m/w/d) ¦ Medien (Film, Funk, TV, Verlage) ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Scientist (w/m/d) ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Scientist - Informatiker / Physiker / Mathematiker (m/w/d) ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ -
Data Analyst & Digital Transformation Developer (m/f/diverse) ¦ - ¦ - ¦ - ¦ DA IT ¦ P ¦ -
Data Analyst ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ -
(Senior) Data Engineer / Scientist (m/w/d) ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ Senior
Senior Data Scientist (m|w|d) ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ Senior
Senior Associate Data Scientist - Germany (m/f/d) ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ Senior
Working student (m/f/d) Data analysis Bond Markets ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ Entry
IT Techniker; EDV Allrounder (m/w/d) ¦ - ¦ - ¦ - ¦ TE IN ¦ P ¦ -
Senior IT-System-Administrator*in ¦ - ¦ - ¦ - ¦ IN ¦ P ¦ Senior
IT System Administrator (w/m/d) ¦ - ¦ - ¦ - ¦ IN ¦ P ¦ -
IT Product Manager (d/w/m) ¦ - ¦ - ¦ - ¦ TE ¦ P ¦ -
IT-Servicedesk Mitarbeiter (m/w/d) ¦ - ¦ - ¦ - ¦ IN ¦ P ¦ -
IT Product Manager (d/w/m) ¦ - ¦ - ¦ - ¦ TE ¦ P ¦ -
IT System Administrator - Backup und Virtualisierung (w/m/d) ¦ - ¦ - ¦ - ¦ IN ¦ P ¦ -
Data Scientist ¦ Information Technology ¦ Permanent ¦ Professional ¦ DA ¦ P ¦ Mid
EMEA Lead Data Scientist ¦ Logistics ,Supply Chain ¦ Permanent ¦ Senior Executive ¦ DA ¦ P ¦ Senior Lead
Senior Java Developer ¦ Information Technology ¦ Full Time ¦ Professional ¦ SD ¦ P ¦ Senior
Technology - Blue Team Cyber Analytics Research and Prototyping Associate ¦ Banking and Finance ¦ Full Time ¦ Professional ¦ IN ¦ P ¦ Mid
Technical Writer ¦ Information Technology ¦ Full Time ¦ Executive ¦ TE - ¦ P ¦ - Mid
Data Scientist (Machine Learning) / Project with a large company / Good Salary in Singapore ¦ Information Technology ¦ Contract ¦ Professional ¦ DA ¦ C ¦ Mid
Automation Technician ¦ Banking and Finance ¦ Full Time ¦ Executive ¦ - BA ¦ P ¦ - Mid
Research Fellow ¦ Sciences ,Laboratory ,R&D ¦ Contract ¦ Executive ¦ - ¦ C ¦ - Mid
System Software Developer ¦ Telecommunications ¦ Full Time ¦ Non-executive ¦ SD ¦ P ¦ - Mid
Machine Learning Engineer ¦ Information Technology ¦ Permanent ¦ Fresh/entry level ¦ DA ¦ P ¦ Entry
EMEA Data Engineer ¦ Logistics ,Supply Chain ¦ Permanent ¦ Senior Executive ¦ DA ¦ P ¦ Senior
Assistant Director, Data Science ¦ Healthcare ,Pharmaceutical ¦ Permanent ¦ Middle Management ¦ DA ¦ P ¦ Lead Director
Architect ¦ Consulting ¦ Full Time ¦ Executive ¦ - ¦ P ¦ - Mid
Research Associate ¦ Sciences ,Laboratory ,R&D ¦ Contract ¦ Professional ¦ - ¦ C ¦ Mid
HR Data Scientist ¦ Consulting ¦ Full Time ¦ Junior Executive ¦ DA ¦ P ¦ Entry
Software Engineer ¦ - ¦ Fulltime ¦ - ¦ SD ¦ P ¦ -
Data Engineer | Metals Trading | Greenfield Data Platform | £80,000 + Bonus & Benefits | H ¦ - ¦ Fulltime ¦ - ¦ DA ¦ P ¦ -
DevOps / MLOps Engineer ¦ - ¦ Fulltime ¦ - ¦ IN ¦ P ¦ -
Business Data Analyst ¦ - ¦ Fulltime ¦ - ¦ DA IT ¦ P ¦ -
Senior Software Engineer ¦ - ¦ Fulltime ¦ - ¦ SD ¦ P ¦ Senior
Senior AI and Data Engineer ¦ - ¦ Fulltime ¦ - ¦ DA ¦ P ¦ Senior
Senior Analytics Engineer ¦ - ¦ Fulltime ¦ - ¦ DA ¦ P ¦ Senior
Data Engineer (AWS) ¦ - ¦ Fulltime ¦ - ¦ DA ¦ P ¦ -
Finance Data Sourcing and Governance Associate ¦ - ¦ Fulltime ¦ - ¦ DA AF ¦ P ¦ -
Data Analyst ¦ - ¦ Fulltime ¦ - ¦ DA ¦ P ¦ -
Territory Account Executive - Retail IT ¦ - ¦ - ¦ - ¦ SM ¦ P ¦ -
Principal Data Scientist ¦ - ¦ - ¦ - ¦ DA ¦ P ¦ Lead
Support Specialist, IT Operations ¦ - ¦ - ¦ - ¦ IN TE ¦ P ¦ -
Business Systems Analyst ¦ - ¦ - ¦ - ¦ IT TE ¦ P ¦ -
Customer Service Delivery Advocate ¦ - ¦ - ¦ - ¦ - ¦ P ¦ -
`

const specialisms: Record<string, string> = {
  SD: 'Software Development',
  DA: 'Data',
  IT: 'IT Transformation',
  IN: 'Infrastructure & Cyber Security',
  TE: 'Technology',
  BA: 'Banking',
  AF: 'Accounting & Finance',
  AR: 'Audit, Risk & Compliance',
  SM: 'Sales & Marketing',
  BR: 'Broking',
  '-': '',
}

export interface LabelledAdvert {
  title: string
  category: string
  type: string
  level: string
  /** Any of these is right; the empty one is none. */
  specialism: string[]
  types: string[]
  seniority: string[]
}

export const labelledAdverts: LabelledAdvert[] = meaningSample
  .trim()
  .split('\n')
  .map(line => {
    const [title, category, type, level, specialism, types, seniority] = line
      .split(' ¦ ')
      .map(cell => (cell === '-' ? '' : cell))
    const wordsOf = (cell: string | undefined) => (cell || '-').split(' ')
    return {
      title: title!,
      category: category!,
      type: type!,
      level: level!,
      specialism: wordsOf(specialism).map(code => specialisms[code]!),
      types: wordsOf(types),
      seniority: wordsOf(seniority).map(word => (word === '-' ? '' : word)),
    }
  })
