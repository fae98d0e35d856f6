import { hub } from '#src/platform/hub-client.ts'
import { proxy } from '#src/platform/state.ts'

interface SentMessage {
  readonly id: string
  /** The account that wrote it, '' for a visitor: nobody else sees it. */
  readonly owner: string
  readonly subject: string
}

/** The messages this tab has handed to the hub, the newest first. */
export const sentMessages = proxy<{ pressed: readonly SentMessage[] }>({ pressed: [] })

/** From here on it is sent once the hub does not tell of it any more; so what the hub tells has to be of after it was stored. */
export async function rememberMessage(letter: SentMessage): Promise<void> {
  try {
    await hub.api.resume()
    sentMessages.pressed = [letter, ...sentMessages.pressed]
  } catch (error) {
    console.warn('The hub could not be asked how far a message is.', error)
  }
}

export function forgetMessage(id: string): void {
  sentMessages.pressed = sentMessages.pressed.filter((letter) => letter.id !== id)
}
