import type { FormAction, FormField } from '#api/forms'
import { specialisms } from '#indexer/specialisms'
import { entry, type SiteEntry } from './entry.ts'

interface Form {
  formId: string
  name: string
  title: string
  intro: string
  submitLabel: string
  consentText: string
  fields: FormField[]
  done: FormAction[]
}

const megabyte = 1_048_576
const cvFile = { extensions: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt'], maxBytes: 8 * megabyte }

const name: FormField = {
  name: 'name',
  type: 'text',
  label: 'Full name',
  autocomplete: 'name',
  required: true,
  maxLength: 120,
  half: true,
}
const email: FormField = {
  name: 'email',
  type: 'email',
  label: 'Email',
  autocomplete: 'email',
  required: true,
  maxLength: 254,
  half: true,
}
const phone: FormField = {
  name: 'phone',
  type: 'tel',
  label: 'Phone',
  hint: 'With the country code if it is not a local number.',
  autocomplete: 'tel',
  half: true,
}
const company: FormField = {
  name: 'company',
  type: 'text',
  label: 'Company',
  autocomplete: 'organization',
  maxLength: 160,
  half: true,
}
const linkedIn: FormField = {
  name: 'linkedin',
  type: 'url',
  label: 'LinkedIn profile',
  hint: 'Such as linkedin.com/in/your-name.',
  autocomplete: 'url',
  maxLength: 300,
  half: true,
}
const specialism: FormField = {
  name: 'specialism',
  type: 'select',
  label: 'Specialism',
  hint: 'The nearest will do; your message can say more.',
  required: true,
  options: specialisms.map(({ slug, name }) => ({ value: slug, label: name })),
  half: true,
}

const consent = 'I have read the privacy policy, and Longlist may keep these details to deal with my enquiry.'
const candidateConsent = 'I have read the privacy policy, and Longlist may keep my details and CV to find work for me.'

const list: Form[] = [
  {
    formId: 'register',
    name: 'Candidate Form',
    title: 'Register your details',
    intro:
      'Five minutes now saves you telling the same story to every agency. A consultant for your specialism reads what you send.',
    submitLabel: 'Register my details',
    consentText: candidateConsent,
    fields: [
      name,
      email,
      { ...phone, required: true },
      {
        name: 'location',
        type: 'text',
        label: 'Where you are based',
        autocomplete: 'address-level2',
        required: true,
        maxLength: 120,
        half: true,
      },
      specialism,
      linkedIn,
      {
        name: 'message',
        type: 'textarea',
        label: 'What would you move for?',
        hint: 'The work, the place, the pay, your notice period. And what you would not move for.',
        maxLength: 4_000,
      },
      {
        name: 'cv',
        type: 'file',
        label: 'CV',
        hint: 'PDF, Word, OpenDocument, RTF or plain text, up to 8 MB.',
        required: true,
        file: cvFile,
      },
    ],
    done: [{ type: 'redirect', url: '/submission-complete' }],
  },
  {
    formId: 'contact-us-en',
    name: 'Contact form (English)',
    title: 'Write to us',
    intro: 'A person reads every message and answers within 1–2 working days.',
    submitLabel: 'Send message',
    consentText: consent,
    fields: [
      name,
      email,
      phone,
      company,
      {
        name: 'audience',
        type: 'radio',
        label: 'I am',
        required: true,
        options: [
          { value: 'candidate', label: 'A candidate' },
          { value: 'business', label: 'A business that is hiring' },
          { value: 'other', label: 'Neither of these' },
        ],
      },
      { name: 'message', type: 'textarea', label: 'Message', required: true, minLength: 10, maxLength: 4_000 },
    ],
    done: [{ type: 'redirect', url: '/contact-us/submission-complete' }],
  },
  {
    formId: 'event-signup',
    name: 'Event sign-up',
    title: 'Sign up',
    intro: 'Places are free. We write once to confirm yours, and once the day before.',
    submitLabel: 'Keep me a place',
    consentText: 'I have read the privacy policy, and Longlist may keep these details to run this event.',
    fields: [
      name,
      email,
      company,
      {
        name: 'job_title',
        type: 'text',
        label: 'Job title',
        autocomplete: 'organization-title',
        maxLength: 160,
        half: true,
      },
      {
        name: 'requirements',
        type: 'textarea',
        label: 'Access or dietary requirements',
        hint: 'Step-free entrance, captions, a seat near the front: tell us and it will be there.',
        maxLength: 1_000,
      },
      { name: 'event', type: 'hidden', label: 'Event', maxLength: 120 },
    ],
    done: [
      {
        type: 'showMessage',
        message:
          'Your place is kept. We have written to confirm it; if nothing arrives within the hour, look in your junk mail, then tell us.',
      },
    ],
  },
  {
    formId: 'ir35',
    name: 'IR35 question',
    title: 'Ask about your assignment',
    intro:
      'Tell us how you work, or how you engage contractors, and someone who deals with status questions every day will call you back.',
    submitLabel: 'Send my question',
    consentText: consent,
    fields: [
      name,
      email,
      phone,
      company,
      {
        name: 'audience',
        type: 'radio',
        label: 'I am',
        required: true,
        options: [
          { value: 'contractor', label: 'A contractor' },
          { value: 'client', label: 'A business that engages contractors' },
        ],
      },
      {
        name: 'question',
        type: 'textarea',
        label: 'Your question',
        hint: 'No names of clients, please: the working arrangement is enough.',
        required: true,
        minLength: 10,
        maxLength: 4_000,
      },
    ],
    done: [
      {
        type: 'showMessage',
        message:
          'Thank you. We answer within 1–2 working days. Meanwhile, here is our checklist of the facts a status determination rests on.',
      },
      { type: 'digitalDownload', file: '/downloads/ir35-checklist.txt', filename: 'ir35-checklist.txt' },
    ],
  },
  {
    formId: 'submit-a-job',
    name: 'Job submission',
    title: 'Submit a job',
    intro: 'A job title and a telephone number are enough to begin. Attach the specification if you have one.',
    submitLabel: 'Submit this job',
    consentText: consent,
    fields: [
      name,
      email,
      { ...phone, required: true },
      company,
      { name: 'job_title', type: 'text', label: 'Job title', required: true, minLength: 2, maxLength: 160, half: true },
      {
        name: 'location',
        type: 'text',
        label: 'Location',
        hint: 'Or “remote”, and from where.',
        maxLength: 120,
        half: true,
      },
      { ...specialism, required: false },
      {
        name: 'type',
        type: 'select',
        label: 'How you want to hire',
        half: true,
        options: [
          { value: 'permanent', label: 'Permanent' },
          { value: 'contract', label: 'Contract' },
          { value: 'retained', label: 'Executive or retained search' },
          { value: 'unsure', label: 'Not sure yet' },
        ],
      },
      {
        name: 'salary',
        type: 'text',
        label: 'Salary or rate',
        hint: 'A range is fine, and so is “not fixed yet”.',
        maxLength: 160,
        half: true,
      },
      { name: 'starts', type: 'date', label: 'When it should start', half: true },
      {
        name: 'details',
        type: 'textarea',
        label: 'What the job is',
        hint: 'What needs doing, who does it now, and what has made it hard to fill.',
        maxLength: 6_000,
      },
      {
        name: 'specification',
        type: 'file',
        label: 'Job specification',
        hint: 'PDF, Word, OpenDocument, RTF or plain text, up to 8 MB.',
        file: cvFile,
      },
    ],
    done: [{ type: 'redirect', url: '/submission-complete' }],
  },
  {
    formId: 'apply',
    name: 'Job application',
    title: 'Apply for this job',
    intro: 'Your application goes to the consultant who is named on the job, and to nobody else until you have spoken.',
    submitLabel: 'Send application',
    consentText:
      'I have read the privacy policy, and Longlist may keep my details and CV to deal with this application.',
    fields: [
      name,
      email,
      { ...phone, required: true },
      linkedIn,
      {
        name: 'cv',
        type: 'file',
        label: 'CV',
        hint: 'PDF, Word, OpenDocument, RTF or plain text, up to 8 MB.',
        required: true,
        file: cvFile,
      },
      {
        name: 'message',
        type: 'textarea',
        label: 'Anything the CV does not say',
        hint: 'Notice period, pay, the reason this one caught your eye. It need not be a covering letter.',
        maxLength: 4_000,
      },
    ],
    done: [{ type: 'redirect', url: '/jobs/application-complete' }],
  },
]

/** The forms of the site; settings.ts says which is used where. */
export const forms: SiteEntry[] = list.map(({ fields, done, ...form }) =>
  // The entry keeps its id whatever language its form is in.
  entry('formDefinition', `form-${form.formId.replace(/-en$/, '')}`, {
    ...form,
    fields: fields as unknown as Record<string, unknown>[],
    done: done as unknown as Record<string, unknown>[],
  }),
)
