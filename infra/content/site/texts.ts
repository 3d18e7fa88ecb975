import { entry, markdown, type SiteEntry } from './entry.ts'

/** Texts of the interface by their dotted names: page, section, element. */
const words: Record<string, string> = {
  'jobs.noResults.text': 'Sorry there are no jobs matching your criteria at this time.',
  'jobs.noResults.advice':
    'Try fewer words, a wider radius or the next town. Or [register](entry:page-register): we write when something fits.',
  'jobs.expired.text': 'This job is no longer open. These are like it.',
  'jobs.apply.intro': 'Your application goes to the consultant named here, and to nobody else until you have spoken.',
  'landing.none.text': 'No job of this kind is open today. New ones come in daily.',
  'events.noResults.text': 'No Events found.',
  'events.past.text': 'This event has already taken place.',
  'events.past.button': 'Find your next event',
  'events.signUp.intro': 'Places are free. We write once to confirm yours, and once the day before.',
  'insights.noResults.text': 'No insight has those words in it. Try one word fewer, or look through the tags.',
  'consultants.noResults.text':
    'Nobody works in that speciality in that place. Choose one of the two and you will find somebody who can help.',
  'consent.banner.text':
    'May we remember which of our pages you read, and how you found us? It helps us see what is useful. Nothing is kept unless you accept. [Cookie policy](entry:policy-cookie-policy)',
  'footer.newsletter.text':
    'We have no newsletter. [Register](entry:page-register) and we write when a job fits; [insights](entry:page-blog) can be followed as a feed.',
  'footer.contact.intro': 'Tell us what you need. A person answers within 1–2 working days.',
  'notFound.page.text':
    'There is nothing at this address. The page may have moved, or the job may have been filled. Search for it, or begin with one of these.',
  'search.noResults.text':
    'Nothing here has those words in it. Jobs are the best place to begin: try a job title and a town.',
}

/** `jobs.noResults.text` and the like. */
export const texts: SiteEntry[] = Object.entries(words).map(([name, text]) =>
  entry('textEntry', `text-${name}`, { name, text: markdown(text) }),
)
