import { hub } from '#src/bridge/hub-client.ts'
import { proxy } from '#src/lib/state.ts'

interface Letter {
  readonly id: string
  readonly subject: string
}

/** The messages this tab has handed to the hub, the newest first. */
export const letters = proxy<{ pressed: readonly Letter[] }>({ pressed: [] })

/** From here on it is sent once the hub does not tell of it any more; so what the hub tells has to be of after it was stored. */
export async function noteLetter(id: string, subject: string): Promise<void> {
  await hub.api.resume()
  letters.pressed = [{ id, subject }, ...letters.pressed]
}

export function forgetLetter(id: string): void {
  letters.pressed = letters.pressed.filter((letter) => letter.id !== id)
}
