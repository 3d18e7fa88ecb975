/**
 * 200 adverts drawn at random (seed 20261128) from boards of four countries and labelled by hand before anything was
 * read by the rules; then rewritten: other towns, names and figures, the same oddity. One a line: title, category, type
 * and level as the board has them, then what is right: specialism (`-` none; more than one where a person would take
 * either), type (`P` permanent, `C` contract, `T` temporary, `PT` from one to the other; `-` the advert says nothing of
 * it) and seniority (likewise).
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
Records Management Systems Junior Project Manager ¦ other jobs ¦ Temporary, full-time ¦ - ¦ IT - ¦ T ¦ Entry
Website Administrator ¦ marketing jobs ¦ Permanent, full-time ¦ - ¦ SM TE - ¦ P ¦ -
Assistant Financial Controller - Rutland - Â£44k - Â£58k ¦ accountancy qualified jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Pensions Support & Development Manager - Leek ¦ charity jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Graduate Data Analyst ¦ graduate training internships jobs ¦ Permanent, full-time ¦ - ¦ DA ¦ P ¦ Entry
Consultant in Old Age Psychiatry ¦ health jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ -
Digital Marketing Executive ¦ graduate training internships jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P ¦ Entry
Accounts Assistant - Hull ¦ accountancy jobs ¦ Permanent, full-time ¦ - ¦ AF ¦ P ¦ -
Grounds Maintenance Team Leader ¦ other jobs ¦ Permanent, full-time ¦ - ¦ - ¦ P ¦ Lead
Sales Support Specialist Temp to Perm ¦ admin secretarial pa jobs ¦ Permanent, full-time ¦ - ¦ SM ¦ P PT ¦ -
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
Data Engineer Level I ¦ IT Jobs ¦ full_time ¦ - ¦ DA ¦ - ¦ - Entry
Finance Reporting & Systems Analyst ¦ Accounting & Finance Jobs ¦ permanent full_time ¦ - ¦ AF ¦ P ¦ -
Market Research Manager ¦ Charity & Voluntary Jobs ¦ - ¦ - ¦ - SM ¦ - ¦ -
Azure Data engineer ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Finance Data Analyst ¦ Accounting & Finance Jobs ¦ full_time ¦ - ¦ DA AF ¦ - ¦ -
Junior Lab Technician ¦ Scientific & QA Jobs ¦ permanent full_time ¦ - ¦ - ¦ P ¦ Entry
Entry Level Data Consultant No Experience Required ¦ IT Jobs ¦ permanent ¦ - ¦ DA ¦ P ¦ Entry
Forward Deployed Engineering (Data and Platforms) Training Programme ¦ IT Jobs ¦ permanent part_time ¦ - ¦ DA SD TE ¦ P ¦ Entry
Data Analyst ¦ IT Jobs ¦ full_time ¦ - ¦ DA ¦ - ¦ -
Data Analyst ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Data Analyst ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Market Research Co-ordinator ¦ Scientific & QA Jobs ¦ - ¦ - ¦ - SM ¦ - ¦ -
Paralegal - Data Analyst ¦ Legal Jobs ¦ full_time ¦ - ¦ DA - ¦ - ¦ -
GTM Systems Engineer ¦ IT Jobs ¦ full_time ¦ - ¦ TE SM - ¦ - ¦ -
Lead Data Engineer (Azure) ¦ IT Jobs ¦ permanent full_time ¦ - ¦ DA ¦ P ¦ Lead
Paralegal - Data Analyst ¦ Legal Jobs ¦ full_time ¦ - ¦ DA - ¦ - ¦ -
Process Engineer ¦ Engineering Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Project Manager/Business Analyst - DV Cleared ¦ IT Jobs ¦ - ¦ - ¦ IT ¦ - ¦ -
Principal Product Manager, AI ¦ IT Jobs ¦ full_time ¦ - ¦ TE DA - ¦ - ¦ Lead
Sr. Manager, Financial Systems – TM1 ¦ IT Jobs ¦ full_time ¦ - ¦ AF TE ¦ - ¦ Senior
Business Intelligence Analyst ¦ IT Jobs ¦ contract full_time ¦ - ¦ DA ¦ C ¦ -
Associate, Portfolio Analytics Group (PAG) ¦ Accounting & Finance Jobs ¦ full_time ¦ - ¦ BA DA AF ¦ - ¦ -
Business Intelligence Analyst ¦ IT Jobs ¦ full_time ¦ - ¦ DA ¦ - ¦ -
Customer Growth & Insights Manager ¦ PR, Advertising & Marketing Jobs ¦ permanent full_time ¦ - ¦ SM ¦ P ¦ -
Investment Risk Analyst - Risk Analytics & Modelling - Example Asset plc. ¦ Accounting & Finance Jobs ¦ full_time ¦ - ¦ AR ¦ - ¦ -
Network Engineer WAN (d/f/m) ¦ Unknown ¦ - ¦ - ¦ IN ¦ - ¦ -
Parttime Pakketbezorger ¦ Vacatures Ander of Algemeen ¦ - ¦ - ¦ - ¦ - ¦ -
Construction Labourer ¦ Trade & Construction Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Productiemedewerker nachtdienst €2900,00-3000,00 ¦ Industriële vacatures ¦ - ¦ - ¦ - ¦ - ¦ -
Night Manager ¦ Hospitality & Catering Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Centre Speech Therapist For Children (ABC) - Welcome Bonus ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Parttime Inpakker (Nachtwerk) ¦ Vacatures Ander of Algemeen ¦ - ¦ - ¦ - ¦ - ¦ -
Speech Therapist For Children (ABC) - Welcome Bonus ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Lead Software Engineer, Full Stack ¦ IT Jobs ¦ - ¦ - ¦ SD ¦ - ¦ Lead
Heftruckchauffeur - € 2.800,- ¦ Logistieke vacatures ¦ - ¦ - ¦ - ¦ - ¦ -
Conduite TP (H/F) ¦ Unknown ¦ - ¦ - ¦ - ¦ - ¦ -
Centre Speech Therapist For Children (ABC) ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Certified Heart Care and Education Specialist ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Soutien scolaire en Anglais ¦ Unknown ¦ - ¦ - ¦ - ¦ - ¦ -
Warehouse Associate - Forklift Operator ¦ Logistics & Warehouse Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
TELECONSEILLER (H/F) ¦ Unknown ¦ - ¦ - ¦ - ¦ - ¦ -
Vendeur fromagerie Halle verte (H/F) ¦ Unknown ¦ - ¦ - ¦ - ¦ - ¦ -
Business Development Executive ¦ Sales Jobs ¦ - ¦ - ¦ SM ¦ - ¦ -
Assistant comptable (H/F) ¦ Unknown ¦ - ¦ - ¦ AF - ¦ - ¦ -
Home Speech Therapist For Children (ABC) ¦ Healthcare & Nursing Jobs ¦ - ¦ - ¦ - ¦ - ¦ -
Agency Sales (Outdoor/Ambient) london ¦ Sales ¦ Permanent ¦ - ¦ SM ¦ P ¦ -
C / ASPNet Analyst / Developer Malvern, Herefordshire ¦ Information Technology ¦ Permanent ¦ - ¦ SD ¦ P ¦ -
Chef de Partie, ****AA Rosettes, SDevon, Neg ¦ Hospitality ¦ - ¦ - ¦ - ¦ - ¦ -
Assisted Living Coordinator Ludlow ¦ Health ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Student Nurses to work as Hospital Healthcare Assistant ¦ Health ¦ - ¦ - ¦ - ¦ - ¦ - Entry
Account Reconciliations Assistant ¦ Finance ¦ Fixed Term Contract ¦ - ¦ AF ¦ C ¦ -
Amazing Account Manager ¦ Sales ¦ Permanent ¦ - ¦ SM ¦ P ¦ -
Geotechnical Design Engineer Dundee ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
The Green Heron – Restaurant Manager ¦ Hospitality ¦ - ¦ - ¦ - ¦ - ¦ -
Maintenance Manager ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Applied Optical Physicist ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Firmware Engineer Woking Up to **** Benefits ¦ Information Technology ¦ Permanent ¦ - ¦ SD ¦ P ¦ -
Leaflet Distributers ¦ Marketing ¦ - ¦ - ¦ SM - ¦ - ¦ -
Purchasing Clerk ¦ Finance ¦ - ¦ - ¦ AF - ¦ - ¦ -
Javascript Developer (HTML5, CSS) ¦ Information Technology ¦ Permanent ¦ - ¦ SD ¦ P ¦ -
Primary Teacher Year 3 Teacher ¦ Education ¦ Permanent ¦ - ¦ - ¦ P ¦ -
PCB design technician ¦ Engineering ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Finance Systems Consultant EPM ¦ Finance ¦ Permanent ¦ - ¦ AF TE ¦ P ¦ -
Occupational Health Advisor ¦ Health ¦ Permanent ¦ - ¦ - ¦ P ¦ -
Elderly Care Home Manager Exmouth Exmouth ¦ Health ¦ - ¦ - ¦ - ¦ - ¦ -
Data Engineer (m/w/d) ¦ Baugewerbe/-industrie ¦ - ¦ - ¦ DA ¦ - ¦ -
Junior Computer Vision Data Scientist (m/w/d) ¦ Fahrzeugbau/-zulieferer ¦ - ¦ - ¦ DA ¦ - ¦ Entry
Data Engineer (m/f/d) ¦ Freizeit, Touristik, Kultur & Sport ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Scientist / Data Engineer (f/m/div.) ¦ Fahrzeugbau/-zulieferer ¦ - ¦ - ¦ DA ¦ - ¦ -
Senior Data Engineer (f/m/d) ¦ Konsumgüter/Gebrauchsgüter ¦ - ¦ - ¦ DA ¦ - ¦ Senior
Data Engineer (m/w/d) ¦ Energie- und Wasserversorgung & Entsorgung ¦ - ¦ - ¦ DA ¦ - ¦ -
(Junior) SAP Business Analyst (m/w/d) ¦ Groß- & Einzelhandel ¦ - ¦ - ¦ IT TE ¦ - ¦ Entry
Head of Business Data Analytics (f/m/x) ¦ Elektrotechnik, Feinmechanik & Optik ¦ - ¦ - ¦ DA ¦ - ¦ Director
Data Analyst (w/m/d) - onsite or remote / home office ¦ IT & Internet ¦ - ¦ - ¦ DA ¦ - ¦ -
Senior Data Scientist (m/f/d) ¦ Wissenschaft & Forschung ¦ - ¦ - ¦ DA ¦ - ¦ Senior
Data Scientist (m/w/d) ¦ IT & Internet ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Engineer BI (m/w/d) ¦ Elektrotechnik, Feinmechanik & Optik ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Engineer (w/m/d) - onsite or remote / home office ¦ IT & Internet ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Scientist Mobility (w/m/d) ¦ Sonstige Branchen ¦ - ¦ - ¦ DA ¦ - ¦ -
BIM/Data Integration Manager (m/w/d) ¦ IT & Internet ¦ - ¦ - ¦ DA - ¦ - ¦ -
Business Analyst / Anforderungsmanager Handelslösungen (m/w/d) ¦ Versicherungen ¦ - ¦ - ¦ IT ¦ - ¦ -
Business Analyst/Projektmanager (m/w/d) ¦ Unternehmensberatg., Wirtschaftsprüfg., Recht ¦ - ¦ - ¦ IT ¦ - ¦ -
Data Governance Analyst (w/m/d) ¦ Banken ¦ - ¦ - ¦ DA ¦ - ¦ -
Business Analyst/Business Unit Controller (w/m/d) ¦ Transport & Logistik ¦ - ¦ - ¦ IT AF ¦ - ¦ -
Web & Marketing Data Analyst*in (m/w/d) ¦ Medien (Film, Funk, TV, Verlage) ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Scientist (w/m/d) ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Scientist - Informatiker / Physiker / Mathematiker (m/w/d) ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ -
Data Analyst & Digital Transformation Developer (m/f/diverse) ¦ - ¦ - ¦ - ¦ DA IT ¦ - ¦ -
Data Analyst ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ -
(Senior) Data Engineer / Scientist (m/w/d) ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ Senior
Senior Data Scientist (m|w|d) ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ Senior
Senior Associate Data Scientist - Germany (m/f/d) ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ Senior
Working student (m/f/d) Data analysis Bond Markets ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ Entry
IT Techniker; EDV Allrounder (m/w/d) ¦ - ¦ - ¦ - ¦ TE IN ¦ - ¦ -
Senior IT-System-Administrator*in ¦ - ¦ - ¦ - ¦ IN ¦ - ¦ Senior
IT System Administrator (w/m/d) ¦ - ¦ - ¦ - ¦ IN ¦ - ¦ -
IT Product Manager (d/w/m) ¦ - ¦ - ¦ - ¦ TE ¦ - ¦ -
IT-Servicedesk Mitarbeiter (m/w/d) ¦ - ¦ - ¦ - ¦ IN ¦ - ¦ -
IT Product Manager (d/w/m) ¦ - ¦ - ¦ - ¦ TE ¦ - ¦ -
IT System Administrator - Backup und Virtualisierung (w/m/d) ¦ - ¦ - ¦ - ¦ IN ¦ - ¦ -
Data Scientist ¦ Information Technology ¦ Permanent ¦ Professional ¦ DA ¦ P ¦ Mid
EMEA Lead Data Scientist ¦ Logistics ,Supply Chain ¦ Permanent ¦ Senior Executive ¦ DA ¦ P ¦ Senior Lead
Senior Java Developer ¦ Information Technology ¦ Full Time ¦ Professional ¦ SD ¦ - ¦ Senior
Technology - Blue Team Cyber Analytics Research and Prototyping Associate ¦ Banking and Finance ¦ Full Time ¦ Professional ¦ IN ¦ - ¦ Mid
Technical Writer ¦ Information Technology ¦ Full Time ¦ Executive ¦ TE - ¦ - ¦ - Mid
Data Scientist (Machine Learning) / Project with a large company / Good Salary in Singapore ¦ Information Technology ¦ Contract ¦ Professional ¦ DA ¦ C ¦ Mid
Automation Technician ¦ Banking and Finance ¦ Full Time ¦ Executive ¦ - BA ¦ - ¦ - Mid
Research Fellow ¦ Sciences ,Laboratory ,R&D ¦ Contract ¦ Executive ¦ - ¦ C ¦ - Mid
System Software Developer ¦ Telecommunications ¦ Full Time ¦ Non-executive ¦ SD ¦ - ¦ - Mid
Machine Learning Engineer ¦ Information Technology ¦ Permanent ¦ Fresh/entry level ¦ DA ¦ P ¦ Entry
EMEA Data Engineer ¦ Logistics ,Supply Chain ¦ Permanent ¦ Senior Executive ¦ DA ¦ P ¦ Senior
Assistant Director, Data Science ¦ Healthcare ,Pharmaceutical ¦ Permanent ¦ Middle Management ¦ DA ¦ P ¦ Lead Director
Architect ¦ Consulting ¦ Full Time ¦ Executive ¦ - ¦ - ¦ - Mid
Research Associate ¦ Sciences ,Laboratory ,R&D ¦ Contract ¦ Professional ¦ - ¦ C ¦ Mid
HR Data Scientist ¦ Consulting ¦ Full Time ¦ Junior Executive ¦ DA ¦ - ¦ Entry
Software Engineer ¦ - ¦ Fulltime ¦ - ¦ SD ¦ - ¦ -
Data Engineer | Metals Trading | Greenfield Data Platform | £80,000 + Bonus & Benefits | H ¦ - ¦ Fulltime ¦ - ¦ DA ¦ - ¦ -
DevOps / MLOps Engineer ¦ - ¦ Fulltime ¦ - ¦ IN ¦ - ¦ -
Business Data Analyst ¦ - ¦ Fulltime ¦ - ¦ DA IT ¦ - ¦ -
Senior Software Engineer ¦ - ¦ Fulltime ¦ - ¦ SD ¦ - ¦ Senior
Senior AI and Data Engineer ¦ - ¦ Fulltime ¦ - ¦ DA ¦ - ¦ Senior
Senior Analytics Engineer ¦ - ¦ Fulltime ¦ - ¦ DA ¦ - ¦ Senior
Data Engineer (AWS) ¦ - ¦ Fulltime ¦ - ¦ DA ¦ - ¦ -
Finance Data Sourcing and Governance Associate ¦ - ¦ Fulltime ¦ - ¦ DA AF ¦ - ¦ -
Data Analyst ¦ - ¦ Fulltime ¦ - ¦ DA ¦ - ¦ -
Territory Account Executive - Retail IT ¦ - ¦ - ¦ - ¦ SM ¦ - ¦ -
Principal Data Scientist ¦ - ¦ - ¦ - ¦ DA ¦ - ¦ Lead
Support Specialist, IT Operations ¦ - ¦ - ¦ - ¦ IN TE ¦ - ¦ -
Business Systems Analyst ¦ - ¦ - ¦ - ¦ IT TE ¦ - ¦ -
Customer Service Delivery Advocate ¦ - ¦ - ¦ - ¦ - ¦ - ¦ -
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
      types: wordsOf(types).map(word => (word === '-' ? '' : word)),
      seniority: wordsOf(seniority).map(word => (word === '-' ? '' : word)),
    }
  })
