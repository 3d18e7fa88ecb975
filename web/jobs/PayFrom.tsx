import { useEffect, useRef } from 'react'
import { type JobSearchParams, payTyped } from '#api/jobSearchParams'
import { type PayWish, parsePay } from '#indexer/salaryBands'
import { formId } from '../search/readForm.ts'
import styles from './PayFrom.module.css'

const units: [PayWish['period'], string][] = [
  ['year', 'a year'],
  ['month', 'a month'],
  ['day', 'a day'],
  ['hour', 'an hour'],
]

/**
 * Pay of at least so much, in a unit; with a switch for adverts that state none. The amount is taken when the field is
 * left or Enter is pressed.
 * @param currency ISO 4217: of the searched place, where no pay is chosen yet
 */
export function PayFrom({
  params,
  currency,
  onChange,
}: {
  params: Pick<JobSearchParams, 'pay' | 'payUnstated'>
  currency: string
  onChange: (patch: Partial<JobSearchParams>) => void
}) {
  const wish = parsePay(params.pay)
  const first = `${wish?.currency ?? currency}-${wish?.period ?? 'year'}`
  const amount = useRef<HTMLInputElement>(null)
  const unit = useRef<HTMLSelectElement>(null)
  const known = useRef(params.pay)
  const read = () => payTyped(amount.current!.value, unit.current!.value)
  // The fields are the visitor's, and ours only when the search changed otherwise (Back, a chip).
  useEffect(() => {
    if (params.pay === known.current) return
    known.current = params.pay
    if (read() === params.pay.replace(/^max-/, '')) return
    amount.current!.value = wish ? String(wish.amount) : ''
    if (wish) unit.current!.value = first
  })
  const take = () => {
    const pay = read()
    if (pay !== params.pay.replace(/^max-/, '')) onChange({ pay, payUnstated: pay !== '' && params.payUnstated })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Pay of at least</legend>
      <div className={styles.row}>
        <input
          ref={amount}
          className={styles.amount}
          aria-label={`Amount in ${wish?.currency ?? currency}`}
          name="payFrom"
          form={formId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          defaultValue={wish ? String(wish.amount) : ''}
          onBlur={take}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            take()
          }}
        />
        <select
          ref={unit}
          className={styles.unit}
          aria-label="Pay period"
          name="payUnit"
          form={formId}
          defaultValue={first}
          onChange={take}
        >
          {units.map(([period, label]) => (
            <option key={period} value={`${wish?.currency ?? currency}-${period}`}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label className={styles.unstated}>
        <input
          type="checkbox"
          name="unstated"
          value="1"
          form={formId}
          checked={params.payUnstated}
          disabled={wish === null}
          onChange={event => onChange({ payUnstated: event.target.checked })}
        />
        <span>Also where no pay is stated</span>
      </label>
    </fieldset>
  )
}
