import { plainNames } from '#indexer/plainNames'
import { vocabularyWords } from '#indexer/synonyms'
import { isJoiningWord } from '#indexer/words'

/**
 * Skills, qualifications and systems as they are written: what the titles of adverts alone would not tell. Each is
 * offered only while live jobs name it.
 */
export const skills: readonly string[] = `
  Python|Java|JavaScript|TypeScript|C++|C#|.NET|ASP.NET|PHP|Ruby|Scala|Kotlin|Golang|Swift|Rust|R|MATLAB|SAS|VBA|COBOL|SQL|SQL Server|PostgreSQL|MySQL|
  Oracle|MongoDB|Snowflake|Databricks|Spark|Kafka|Hadoop|React|Angular|Node.js|Vue.js|Spring Boot|Django|HTML|CSS|GraphQL|AWS|Azure|Google Cloud|Kubernetes|
  Docker|Terraform|Ansible|Jenkins|Linux|DevOps|SRE|Machine Learning|Data Science|Artificial Intelligence|Power BI|Tableau|Excel|SAP|Salesforce|Dynamics 365|
  ServiceNow|SharePoint|Workday|Guidewire|Agile|Scrum|PRINCE2|ITIL|Jira|Cyber Security|Penetration Testing|CISSP|Networking|Cisco|VMware|Test Automation|
  Selenium|dbt|Airflow|BigQuery|Redshift|Looker|Qlik|PyTorch|TensorFlow|pandas|NumPy|scikit-learn|Flask|FastAPI|Laravel|Symfony|Next.js|Flutter|Elasticsearch|
  Redis|RabbitMQ|GitHub|GitLab|SSIS|SSRS|UX|UI|Figma|Photoshop|AutoCAD|SolidWorks|CNC|PLC|SEO|PPC|CRM|Google Analytics|Social Media|Copywriting|Digital Marketing|ACA|ACCA|CIMA|AAT|CFA|FRM|
  ACII|CII|CeMAP|CIPD|IFRS|IFRS 17|Solvency II|GAAP|FP&A|Financial Modelling|Financial Planning|Audit|Internal Audit|Tax|VAT|Payroll|Treasury|Credit Risk|
  Market Risk|Operational Risk|Compliance|AML|KYC|Anti Money Laundering|Financial Crime|GDPR|Basel III|MiFID|Derivatives|Fixed Income|Equities|FX|
  Asset Management|Private Equity|Pricing|Reserving|Capital Modelling|Underwriting|Claims|Reinsurance|Broking|Lloyd's|London Market|Bloomberg|Murex|Calypso|
  Project Management|Business Analysis|Change Management|Procurement|Supply Chain|Logistics|Customer Service|Account Management|Business Development|
  Conveyancing|Litigation|Property|HGV|Forklift|SEN|PGCE|RGN|RMN|HCPC|German|French|Spanish|Italian|Dutch|Polish|Mandarin|Japanese
`
  .split('|')
  .map(skill => skill.trim())

/** Their words in small letters, and those of the vocabulary: what is read of a description to its end. */
export const fieldWords: ReadonlySet<string> = new Set(
  [...vocabularyWords, ...skills.flatMap(skill => plainNames(skill).toLowerCase().split(' '))].filter(
    word => !isJoiningWord(word),
  ),
)
