import { actionPauseMs, type FormAction } from '#api/forms'

/** What an action may do to the page. */
export interface ActionHands {
  alert(message: string): void
  showMessage(message: string): void
  download(file: string, filename: string): void
  goTo(url: string): void
  log(action: unknown): void
  pause(ms: number): Promise<void>
}

/**
 * The actions of a form's answer, in order, with the pause after each. What is no action of ours is only logged, and so
 * is one that leads to no web address (which other hosts it may lead to, the server has seen to).
 */
export async function runActions(actions: readonly FormAction[], hands: ActionHands): Promise<void> {
  for (const action of actions) {
    switch (action.type) {
      case 'alert':
        hands.alert(action.message)
        break
      case 'showMessage':
        hands.showMessage(action.message)
        break
      case 'digitalDownload':
        if (isWebAddress(action.file)) hands.download(action.file, action.filename)
        else hands.log(action)
        break
      case 'redirect':
        if (isWebAddress(action.url)) hands.goTo(action.url)
        else hands.log(action)
        break
      default:
        hands.log(action)
    }
    await hands.pause(actionPauseMs)
  }
}

/** A path of this site, or a whole https address. */
export function isWebAddress(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || (URL.canParse(url) && new URL(url).protocol === 'https:')
}
