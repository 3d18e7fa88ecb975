/** What is known of rows by their text alone, so that they need not be read. */
export interface KnownTexts {
  /**
   * Whether a row of this text is known: then it is counted by who knows it, and not given. Else the row that is given
   * next may be learned as this text's.
   * @param text all that the row is read from
   */
  isKnown(text: string): boolean
  /** The text asked after last gives no row, or several: nothing is learned of it. */
  unlearn(): void
}
