import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { useText } from '../layout/useText.ts'
import { PageBody } from '../pages/PageBody.tsx'
import { type Surroundings } from '../pages/sections/section.ts'
import type { AnswerOf } from '../routes/contentAt.ts'
import { useKeptFocus } from '../search/useSearchPage.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './ConsultantsPage.module.css'
import { type Choice, choicePath, choose, officeCounts, readChoice, specialityCounts } from './choice.ts'
import { PersonCard } from './PersonCard.tsx'

const route = getRouteApi('/consultants')
const root = getRouteApi('__root__')

export function ConsultantsPage() {
  const { answer, jobs, forms, now } = route.useLoaderData()
  const { site } = route.useRouteContext()
  const { layout } = root.useLoaderData()
  const search = useLocation({ select: ({ pathname, searchStr }) => (pathname === '/consultants' ? searchStr : null) })
  // The address of another page is there before that page is: until then the team stays as it was chosen.
  const last = useRef('')
  last.current = search ?? last.current
  return <Team answer={answer} search={last.current} around={{ site, now, layout, jobs, forms }} />
}

/**
 * The team, filtered by office and speciality. A GET form and links: the script only spares the page load.
 * @param search query string of the address
 */
export function Team({
  answer,
  search,
  around,
}: {
  answer: AnswerOf<'consultants'>
  search: string
  around: Surroundings
}) {
  const { page, people, offices, specialisms, trail } = answer
  const choice = readChoice(search, answer)
  const shown = choose(people, choice, answer)
  const officeName = offices.find(({ slug }) => slug === choice.location)?.name
  const specialityName = specialisms.find(({ slug }) => slug === choice.speciality)?.name
  const summary = `${shown.length} ${shown.length === 1 ? 'consultant' : 'consultants'}${specialityName ? ` for ${specialityName}` : ''}${officeName ? ` in ${officeName}` : ''}`
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading)
  return (
    <>
      <PageHeader trail={trail} kicker={page.kicker} heading={page.heading} lead={page.lead} picture={page.picture} />
      <div className={styles.page}>
        <TeamFilters answer={answer} choice={choice} />
        <div className={styles.bar}>
          <div role="status">
            <h2 id="team-title" ref={heading} tabIndex={-1}>
              {summary}
            </h2>
          </div>
          {(choice.location || choice.speciality) && (
            <SiteLink href="/consultants" className={styles.reset}>
              Show all consultants
            </SiteLink>
          )}
        </div>
        {shown.length > 0 ? (
          <ul className={styles.people}>
            {shown.map(person => (
              <li key={person.id}>
                <PersonCard person={person} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.nobody}>
            {people.length === 0 ? (
              <NoneYet />
            ) : (
              <NoneHere choice={choice} officeName={officeName} specialityName={specialityName} />
            )}
          </p>
        )}
      </div>
      <PageBody page={page} around={around} />
    </>
  )
}

function TeamFilters({ answer, choice }: { answer: AnswerOf<'consultants'>; choice: Choice }) {
  const { people, offices, specialisms } = answer
  const { location, speciality } = choice
  const form = useRef<HTMLFormElement>(null)
  const router = useRouter({ warn: false })

  const follow = (next: Choice) => {
    if (next.location === location && next.speciality === speciality) return
    if (router) void router.navigate({ href: choicePath(next), resetScroll: false })
    else window.location.assign(choicePath(next))
  }
  const followForm = () => {
    if (!form.current) return
    const fields = new FormData(form.current)
    follow({ location: String(fields.get('location') ?? ''), speciality: String(fields.get('speciality') ?? '') })
  }
  // Chosen in the moment before the script ran.
  useEffect(followForm, [])
  // The fields are the visitor's, and ours only when the choice changed otherwise (Back, a link).
  const known = useRef(choice)
  useEffect(() => {
    if (location === known.current.location && speciality === known.current.speciality) return
    known.current = { location, speciality }
    for (const [name, value] of Object.entries({ location, speciality })) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement) field.value = value
    }
  }, [location, speciality])

  const inOffice = officeCounts(people, choice, answer)
  const inSpeciality = specialityCounts(people, choice, answer)
  return (
    <search aria-label="Filter the team">
      <form
        ref={form}
        className={styles.filters}
        action="/consultants"
        method="get"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          followForm()
        }}
      >
        <SelectField
          id="consultants-location"
          label="Location"
          name="location"
          defaultValue={choice.location}
          onChange={followForm}
          options={[
            { value: '', label: 'All offices' },
            ...offices.map(({ slug, name }) => ({ value: slug, label: `${name} (${inOffice[slug] ?? 0})` })),
          ]}
        />
        <SelectField
          id="consultants-speciality"
          label="Speciality"
          name="speciality"
          defaultValue={choice.speciality}
          onChange={followForm}
          options={[
            { value: '', label: 'All specialities' },
            ...specialisms.map(({ slug, name }) => ({
              value: slug,
              label: `${name} (${inSpeciality[slug] ?? 0})`,
            })),
          ]}
        />
        <noscript>
          <Button type="submit">Show</Button>
        </noscript>
      </form>
    </search>
  )
}

function NoneYet() {
  return (
    <>
      No consultant is listed here yet. <SiteLink href="/contact-us">Write to us</SiteLink> and the right person
      answers.
    </>
  )
}

function NoneHere({
  choice,
  officeName,
  specialityName,
}: {
  choice: Choice
  officeName: string | undefined
  specialityName: string | undefined
}) {
  const none = useText('consultants.noResults.text', '')
  return (
    <>
      {none ||
        `No consultant ${officeName ? `in ${officeName} ` : ''}${
          specialityName ? `recruits for ${specialityName}` : 'is listed'
        }. Ours work across borders.`}{' '}
      <SiteLink href={choicePath({ location: '', speciality: choice.speciality })}>Look in all offices</SiteLink>.
    </>
  )
}
