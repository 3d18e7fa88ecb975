/*
 * The job that was applied for last in this tab, for the page that thanks for it. In the tab's own memory and not in
 * the page's address, which stays what the form's answer says.
 */

const key = 'longlist.applied'

export function rememberApplication(title: string): void {
  try {
    sessionStorage.setItem(key, title)
  } catch {
    // A browser that keeps nothing: the page thanks without a name.
  }
}

/** Title of the job; null where it is not known. */
export function lastApplication(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
