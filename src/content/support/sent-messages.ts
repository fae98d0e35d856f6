import { hub } from '#src/platform/hub-client.ts'
import { proxy } from '#src/platform/state.ts'

interface SentMessage {
  readonly id: string
  /** The account that wrote it, '' for a visitor; hidden from others. */
  readonly owner: string
  readonly subject: string
}

/** Messages that this tab has passed to the hub, newest first. */
export const sentMessages = proxy<{ pressed: readonly SentMessage[] }>({ pressed: [] })

/** A remembered message counts as sent once the hub no longer lists it; so the hub's state must be newer than the storing. */
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
