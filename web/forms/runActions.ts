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

/** The actions of a form's answer, in order, with the pause after each. What is no action of ours is only logged. */
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
        hands.download(action.file, action.filename)
        break
      case 'redirect':
        hands.goTo(action.url)
        break
      default:
        hands.log(action)
    }
    await hands.pause(actionPauseMs)
  }
}
