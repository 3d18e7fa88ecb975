import type { ReactNode } from 'react'
import type { FormField } from '#api/forms'

export interface ControlOf {
  field: FormField
  /** Of the control itself: errors lead to it. */
  id: string
  /** What it begins with. */
  value: string
  error: string | undefined
  disabled: boolean
  /** Not called optional: required, or the first of a group of which one must be filled. */
  needed?: boolean | undefined
  /** What is to be said of its value, beside the hint. */
  note?: string | undefined
  /** Behind the label of a box, or below a file. */
  after?: ReactNode
  /** A file was chosen, exchanged or taken back. */
  onFile?: (file: File | null) => void
}
