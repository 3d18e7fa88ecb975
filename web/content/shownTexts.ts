/** Names of the text entries that pages show as plain words; they come with the layout. */
export const shownTexts = ['events.noResults.text', 'events.past.text', 'events.past.button', 'events.signUp.intro', 'notFound.page.text'] as const
