/**
 * Boards and job APIs that answer with JSON, each a table: how its list and its details are asked for, and which path
 * is which field. None of these has been tried live. The requests of Workday, Breezy and the Bundesagentur and some
 * fields of BambooHR and MyCareersFuture are those that public clients read; the others are from general knowledge of
 * the services and may be wrong in part. The run record names what a board sends that is not read.
 */
import { type FeedHead, type Format, object } from './format.ts'
import { gatheringOf, type JsonList, mappedRows } from './json.ts'
import { gatherJson, type JsonRequests } from './jsonRequests.ts'

export interface Board extends JsonList {
  id: string
  /** Addresses that are this board's: `auto` asks it the way it wants to be asked. */
  address: RegExp
  looksLike(head: NonNullable<FeedHead['json']>): boolean
  /** The address of the API, of a careers page or of the API itself, with what the rows are told of it. */
  api?(from: URL): { url: string; about?: Record<string, string> }
  /** Path of the rows in a saved answer, where it is another than in one that is asked for. */
  saved?: string
  requests: JsonRequests
}

export function boardFormat(board: Board): Format & { address: RegExp } {
  const { id, address, requests, mapping, rows } = board
  return {
    id,
    address,
    listedIsLive: true,
    looksLike: ({ json }) => json !== null && board.looksLike(json),
    collect(from, http) {
      const { url, about } = board.api?.(new URL(from)) ?? { url: from }
      return gatherJson(url, http, { ...gatheringOf({ rows, mapping }, requests), ...(about ? { about } : {}) })
    },
    rows: (feed, _, notRead, known) => mappedRows(feed, { ...board, rows: board.saved ?? rows }, notRead, known),
  }
}

const origin = ({ origin }: URL) => ({ origin })

const tables: readonly Board[] = [
  {
    // `https://<tenant>.<data centre>.myworkdayjobs.com/<site>`, or its `/wday/cxs/<tenant>/<site>/jobs`.
    id: 'workday',
    address: /^https:\/\/[^/]+\.myworkday(?:jobs|site)\.com\//i,
    looksLike: ({ members, row }) => members.has('jobPostings') && row.has('externalPath'),
    api(from) {
      const [, tenant, site] = /\/wday\/cxs\/([^/]+)\/([^/]+)/.exec(from.pathname) ?? [
        '',
        from.hostname.split('.')[0]!,
        from.pathname.split('/').filter(part => part && !/^[a-z]{2}-[A-Z]{2}$/.test(part))[0] ?? '',
      ]
      const base = `${from.origin}/wday/cxs/${tenant}/${site}`
      return { url: `${base}/jobs`, about: { base, page: `${from.origin}/${site}` } }
    },
    rows: 'jobPostings',
    requests: {
      request: { method: 'POST', body: { appliedFacets: {}, limit: 20, offset: '{offset}', searchText: '' } },
      paging: { by: 'offset', first: 1, size: 20, total: 'total' },
      detail: { url: '{$source.base}{externalPath}', at: 'jobPostingInfo' },
    },
    mapping: {
      key: 'externalPath',
      title: 'title',
      reference: 'jobReqId',
      description: 'jobDescription',
      location: { text: ['location', 'additionalLocations[]'], country: 'country.descriptor' },
      types: ['timeType'],
      environments: 'remoteType',
      hostedUrl: 'externalUrl',
      publishedAt: 'startDate',
      expiresAt: 'endDate',
    },
  },
  {
    // `https://<host>/hcmRestApi/resources/latest/recruitingCEJobRequisitions?…finder=findReqs;siteNumber=CX_1`
    id: 'oracle-recruiting',
    address: /\/hcmRestApi\/resources\/[^/]+\/recruitingCEJobRequisitions\b|\/hcmUI\/CandidateExperience\//i,
    looksLike: ({ members, row }) => members.has('items') && row.has('requisitionList'),
    api(from) {
      const site =
        /siteNumber=([\w-]+)/i.exec(decodeURIComponent(from.href))?.[1] ??
        /\/sites\/([\w-]+)/.exec(from.pathname)?.[1] ??
        'CX_1'
      const api = `${from.origin}/hcmRestApi/resources/latest`
      return {
        url: `${api}/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&finder=findReqs;siteNumber=${site},limit=100,offset={offset},sortBy=POSTING_DATES_DESC`,
        about: { api, site, page: `${from.origin}/hcmUI/CandidateExperience/en/sites/${site}` },
      }
    },
    rows: 'items[0].requisitionList',
    requests: {
      paging: { by: 'offset', first: 1, size: 100, total: 'items[0].TotalJobsCount' },
      detail: {
        url: '{$source.api}/recruitingCEJobRequisitionDetails?expand=all&onlyData=true&finder=ById;Id="{Id}",siteNumber={$source.site}',
        at: 'items[0]',
      },
    },
    mapping: {
      key: 'Id',
      title: 'Title',
      description: [
        'ExternalDescriptionStr',
        'ExternalResponsibilitiesStr',
        'ExternalQualificationsStr',
        'CorporateDescriptionStr',
      ],
      location: { text: ['PrimaryLocation', 'secondaryLocations[].Name'] },
      types: ['JobSchedule', 'ContractType', 'JobType'],
      environments: 'WorkplaceType',
      categories: ['Category', 'JobFamily', 'JobFunction'],
      hostedUrl: { template: '{$source.page}/job/{Id}' },
      publishedAt: 'ExternalPostedStartDate',
      expiresAt: 'ExternalPostedEndDate',
    },
  },
  {
    // `https://<company>.bamboohr.com/careers/list`
    id: 'bamboohr',
    address: /^https:\/\/[^/]+\.bamboohr\.com\//i,
    looksLike: ({ row }) => row.has('jobOpeningName'),
    api: from => ({ url: `${from.origin}/careers/list`, about: origin(from) }),
    rows: 'result',
    requests: { detail: { url: '/careers/{id}/detail', at: 'result.jobOpening' } },
    mapping: {
      key: 'id',
      title: 'jobOpeningName',
      description: 'description',
      location: {
        city: 'location.city',
        region: 'location.state',
        country: ['location.addressCountry', 'atsLocation.country'],
        postcode: 'location.postalCode',
      },
      salaryText: 'compensation',
      types: 'employmentStatusLabel',
      remote: 'isRemote',
      seniority: 'minimumExperience',
      categories: 'departmentLabel',
      hostedUrl: { template: '{$source.origin}/careers/{id}' },
      publishedAt: 'datePosted',
    },
  },
  {
    // `https://<company>.breezy.hr/json?verbose=true`
    id: 'breezy',
    address: /^https:\/\/[^/]+\.breezy\.hr\//i,
    looksLike: ({ row }) => row.has('friendly_id') && row.has('published_date'),
    api: from => ({ url: `${from.origin}/json?verbose=true` }),
    rows: undefined,
    requests: {},
    mapping: {
      key: 'id',
      title: 'name',
      description: 'description',
      company: 'company.name',
      location: {
        text: 'location.name',
        city: 'location.city',
        region: 'location.state.name',
        country: 'location.country.name',
      },
      salaryText: 'salary',
      types: 'type.name',
      remote: 'location.is_remote',
      categories: 'department',
      hostedUrl: 'url',
      publishedAt: 'published_date',
    },
  },
  {
    // `https://<company>.pinpointhq.com/postings.json`
    id: 'pinpoint',
    address: /^https:\/\/[^/]+\.pinpointhq\.com\//i,
    looksLike: ({ members, row }) => members.has('data') && row.has('key_responsibilities'),
    api: from => ({ url: `${from.origin}/postings.json` }),
    rows: 'data',
    requests: {},
    hidesPay: row => object(row)?.compensation_visible === false,
    mapping: {
      key: 'id',
      title: 'title',
      reference: 'job.requisition_id',
      description: ['description', 'key_responsibilities', 'skills_knowledge_expertise', 'benefits'],
      location: {
        text: 'location.name',
        city: 'location.city',
        region: 'location.province',
        postcode: 'location.postal_code',
      },
      salaryMin: 'compensation_minimum',
      salaryMax: 'compensation_maximum',
      salaryCurrency: 'compensation_currency',
      salaryPeriod: 'compensation_frequency',
      types: 'employment_type_text',
      environments: 'workplace_type_text',
      categories: ['job.department.name', 'job.division.name'],
      hostedUrl: 'url',
      expiresAt: 'deadline_at',
    },
  },
  {
    // `https://<company>.eightfold.ai/api/apply/v2/jobs?domain=<company>.com`
    id: 'eightfold',
    address: /\/api\/apply\/v2\/jobs\b|^https:\/\/[^/]+\.eightfold\.ai\//i,
    looksLike: ({ members, row }) =>
      members.has('positions') && (row.has('canonicalPositionUrl') || row.has('ats_job_id')),
    api(from) {
      const domain = from.searchParams.get('domain') ?? `${from.hostname.split('.')[0]}.com`
      return { url: `${from.origin}/api/apply/v2/jobs?domain=${domain}`, about: { ...origin(from), domain } }
    },
    rows: 'positions',
    requests: {
      paging: { by: 'offset', at: 'start', first: 1, total: 'count' },
      detail: { url: '/api/apply/v2/jobs/{id}?domain={$source.domain}' },
    },
    mapping: {
      key: 'id',
      title: 'name',
      reference: 'display_job_id',
      description: 'job_description',
      location: 'locations[]',
      types: 'type',
      environments: 'work_location_option',
      categories: ['department', 'business_unit'],
      hostedUrl: 'canonicalPositionUrl',
      createdAt: 't_create',
      updatedAt: 't_update',
    },
  },
  {
    // `https://api.rippling.com/platform/api/ats/v1/board/<board>/jobs`, or `https://ats.rippling.com/<board>/jobs`
    id: 'rippling',
    address: /^https:\/\/(?:ats|api)\.rippling\.com\//i,
    looksLike: ({ shape, row }) => shape === 'list' && row.has('uuid') && row.has('workLocation.label'),
    api(from) {
      const board =
        /\/board\/([^/]+)/.exec(from.pathname)?.[1] ??
        from.pathname.split('/').find(part => part && part !== 'jobs' && !/^[a-z]{2}-[A-Z]{2}$/.test(part)) ??
        ''
      const url = `https://api.rippling.com/platform/api/ats/v1/board/${board}/jobs`
      return { url, about: { url } }
    },
    rows: undefined,
    requests: { detail: { url: '{$source.url}/{uuid}' } },
    mapping: {
      key: 'uuid',
      uuid: 'uuid',
      title: 'name',
      company: 'companyName',
      description: ['description.role', 'description.company'],
      location: { text: 'workLocations[]' },
      types: 'employmentType.label',
      categories: ['department.name', 'department.label'],
      hostedUrl: 'url',
      salaryMin: 'payRangeDetails[0].rangeStart',
      salaryMax: 'payRangeDetails[0].rangeEnd',
      salaryCurrency: 'payRangeDetails[0].currency',
      salaryPeriod: 'payRangeDetails[0].frequency',
      createdAt: 'createdOn',
    },
  },
  {
    // The `/widgets` of a careers site of Phenom.
    id: 'phenom',
    address: /^https:\/\/[^/]+\/widgets\/?$/i,
    looksLike: ({ row, members }) =>
      members.has('refineSearch') || (row.has('jobSeqNo') && row.has('descriptionTeaser')),
    rows: 'refineSearch.data.jobs',
    requests: {
      request: {
        method: 'POST',
        body: {
          ddoKey: 'refineSearch',
          pageName: 'search-results',
          from: '{offset}',
          size: 100,
          jobs: true,
          counts: true,
          all_fields: [],
          clearAll: false,
          jdsource: 'facets',
          isSliderEnable: false,
          keywords: '',
          global: true,
          selected_fields: {},
        },
      },
      paging: { by: 'offset', first: 1, size: 100, total: 'refineSearch.totalHits' },
    },
    mapping: {
      key: 'jobSeqNo',
      title: 'title',
      reference: 'jobId',
      description: 'descriptionTeaser',
      company: 'companyName',
      location: {
        text: 'location',
        city: 'city',
        region: 'state',
        country: 'country',
        lat: 'latitude',
        lng: 'longitude',
      },
      types: 'type',
      categories: ['category', 'department'],
      applicationUrl: 'applyUrl',
      publishedAt: 'postedDate',
    },
  },
  {
    // `https://www.reed.co.uk/api/1.0/search?keywords=…`, the key as the user name: `https://<key>:@www.reed.co.uk/…`
    id: 'reed',
    address: /^https:\/\/(?:[^/@]+@)?www\.reed\.co\.uk\/api\//i,
    looksLike: ({ row }) => row.has('jobId') && row.has('employerName') && row.has('jobTitle'),
    rows: 'results',
    requests: {
      paging: {
        by: 'offset',
        at: 'resultsToSkip',
        first: 1,
        size: 100,
        sizeAt: 'resultsToTake',
        total: 'totalResults',
      },
      detail: { url: '/api/1.0/jobs/{jobId}' },
    },
    mapping: {
      key: 'jobId',
      title: 'jobTitle',
      company: 'employerName',
      description: 'jobDescription',
      location: 'locationName',
      salaryText: 'salary',
      salaryMin: 'minimumSalary',
      salaryMax: 'maximumSalary',
      salaryCurrency: 'currency',
      salaryPeriod: 'salaryType',
      types: 'contractType',
      applicationUrl: 'externalUrl',
      hostedUrl: 'jobUrl',
      publishedAt: 'datePosted',
      expiresAt: 'expirationDate',
    },
  },
  {
    // `https://api.mycareersfuture.gov.sg/v2/jobs`
    id: 'mycareersfuture',
    address: /^https:\/\/api\.mycareersfuture\.gov\.sg\//i,
    looksLike: ({ row }) => row.has('metadata.jobPostId'),
    rows: 'results',
    requests: { paging: { by: 'page', at: 'page', first: 0, size: 100, sizeAt: 'limit', total: 'total' } },
    hidesPay: row => object(object(row)?.metadata)?.isHideSalary === true,
    mapping: {
      key: 'uuid',
      uuid: 'uuid',
      title: 'title',
      reference: 'metadata.jobPostId',
      description: 'description',
      company: 'postedCompany.name',
      location: { text: 'address.districts[0].location', postcode: 'address.postalCode', country: { value: 'SG' } },
      salaryMin: 'salary.minimum',
      salaryMax: 'salary.maximum',
      salaryPeriod: 'salary.type.salaryType',
      salaryCurrency: { value: 'SGD' },
      types: 'employmentTypes[].employmentType',
      seniority: 'positionLevels[].position',
      categories: 'categories[].category',
      hostedUrl: 'metadata.jobDetailsUrl',
      publishedAt: 'metadata.newPostingDate',
      expiresAt: 'metadata.expiryDate',
    },
  },
  {
    // `https://rest.arbeitsagentur.de/jobboerse/jobsuche-service/pc/v4/jobs?was=…`
    id: 'arbeitsagentur',
    address: /^https:\/\/rest\.arbeitsagentur\.de\//i,
    looksLike: ({ members, row }) => members.has('stellenangebote') || (row.has('refnr') && row.has('arbeitsort.ort')),
    rows: 'stellenangebote',
    requests: {
      // The key is the same for all clients, and published by the agency.
      request: { method: 'GET', headers: { 'x-api-key': 'jobboerse-jobsuche' } },
      paging: { by: 'page', at: 'page', first: 1, size: 100, sizeAt: 'size', total: 'maxErgebnisse' },
      detail: { url: '/jobboerse/jobsuche-service/pc/v4/jobdetails/{refnr|base64}' },
    },
    mapping: {
      key: 'refnr',
      title: 'titel',
      description: 'stellenbeschreibung',
      company: 'arbeitgeber',
      location: {
        city: 'arbeitsort.ort',
        region: 'arbeitsort.region',
        country: 'arbeitsort.land',
        postcode: 'arbeitsort.plz',
        lat: 'arbeitsort.koordinaten.lat',
        lng: 'arbeitsort.koordinaten.lon',
      },
      salaryText: 'verguetung',
      types: ['arbeitszeitmodelle[]', 'befristung'],
      categories: ['beruf', 'branche'],
      applicationUrl: 'externeUrl',
      hostedUrl: { template: 'https://www.arbeitsagentur.de/jobsuche/jobdetail/{refnr}' },
      language: { value: 'de' },
      publishedAt: 'aktuelleVeroeffentlichungsdatum',
      updatedAt: 'modifikationsTimestamp',
    },
  },
  {
    // `https://jooble.org/api/<key>?keywords=actuary&location=London`
    id: 'jooble',
    address: /^https:\/\/(?:[a-z]{2}\.)?jooble\.org\/api\//i,
    looksLike: ({ members, row }) => members.has('totalCount') && row.has('snippet') && row.has('link'),
    rows: 'jobs',
    requests: {
      request: { method: 'POST', body: { page: '{page}' }, query: true },
      paging: { by: 'page', first: 1, total: 'totalCount' },
    },
    mapping: {
      key: 'id',
      title: 'title',
      description: 'snippet',
      company: 'company',
      location: 'location',
      salaryText: 'salary',
      types: 'type',
      hostedUrl: 'link',
      updatedAt: 'updated',
    },
  },
  {
    // `https://www.themuse.com/api/public/jobs?category=…`
    id: 'themuse',
    address: /^https:\/\/www\.themuse\.com\/api\/public\/jobs\b/i,
    looksLike: ({ members, row }) => members.has('page_count') && row.has('refs.landing_page'),
    rows: 'results',
    requests: { paging: { by: 'page', at: 'page', first: 0, pages: 'page_count' } },
    mapping: {
      key: 'id',
      title: 'name',
      description: 'contents',
      company: 'company.name',
      location: 'locations[].name',
      seniority: 'levels[].name',
      categories: 'categories[].name',
      hostedUrl: 'refs.landing_page',
      publishedAt: 'publication_date',
    },
  },
  {
    // `https://himalayas.app/jobs/api`
    id: 'himalayas',
    address: /^https:\/\/himalayas\.app\/jobs\/api\b/i,
    looksLike: ({ row }) => row.has('locationRestrictions') && row.has('applicationLink'),
    rows: 'jobs',
    requests: { paging: { by: 'offset', at: 'offset', first: 1, size: 20, sizeAt: 'limit', total: 'totalCount' } },
    mapping: {
      key: 'guid',
      title: 'title',
      summary: 'excerpt',
      description: 'description',
      company: 'companyName',
      types: 'employmentType',
      seniority: 'seniority',
      remote: { value: 'true' },
      remoteCountries: 'locationRestrictions',
      salaryMin: 'minSalary',
      salaryMax: 'maxSalary',
      salaryCurrency: 'currency',
      salaryPeriod: 'salaryPeriod',
      categories: ['categories', 'parentCategories'],
      applicationUrl: 'applicationLink',
      publishedAt: 'pubDate',
      expiresAt: 'expiryDate',
    },
  },
]

export const boards = tables.map(boardFormat)
