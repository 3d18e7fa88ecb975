import { useState } from 'react'
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
 * Pay of at least so much, in a unit; with a switch for adverts that state none. The amount is taken when the field is left or Enter is pressed.
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
  const [amount, setAmount] = useState(wish ? String(wish.amount) : '')
  const [unit, setUnit] = useState(`${wish?.currency ?? currency}-${wish?.period ?? 'year'}`)
  const take = (typed: string, inUnit: string) => {
    const pay = payTyped(typed, inUnit)
    if (pay !== params.pay.replace(/^max-/, '')) onChange({ pay, payUnstated: pay !== '' && params.payUnstated })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Pay of at least</legend>
      <div className={styles.row}>
        <input
          className={styles.amount}
          aria-label={`Amount in ${wish?.currency ?? currency}`}
          name="payFrom"
          form={formId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={amount}
          onChange={event => setAmount(event.target.value)}
          onBlur={event => take(event.target.value, unit)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            take(event.currentTarget.value, unit)
          }}
        />
        <select
          className={styles.unit}
          aria-label="Pay period"
          name="payUnit"
          form={formId}
          value={unit}
          onChange={event => {
            setUnit(event.target.value)
            take(amount, event.target.value)
          }}
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
