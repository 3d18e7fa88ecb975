/** Names of the text entries that pages show as plain words; they come with the layout. */
export const shownTexts = [
  'consultants.noResults.text',
  'events.noResults.text',
  'events.past.text',
  'events.past.button',
  'events.signUp.intro',
  'footer.contact.intro',
  'insights.noResults.text',
  'jobs.apply.intro',
  'jobs.expired.text',
  'jobs.noResults.redirectSeconds',
  'jobs.noResults.text',
  'landing.none.text',
  'notFound.page.text',
  'search.noResults.text',
] as const

/** Those that pages show with the links in them. */
export const linkedTexts = ['consent.banner.text', 'footer.newsletter.text', 'jobs.noResults.advice'] as const
