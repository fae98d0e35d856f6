import { hub } from '#src/bridge/hub-client.ts'
import { askForWake, listenForWake } from '#src/bridge/wake-by-sync.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'

/** As long as something waits for the network, the browser is asked once to say when it is back. */
export function followWakes(): void {
  let hasAsked = false
  listenForWake(() => void hub.api.wake())
  subscribe(hubState, () => {
    const { work, connection } = hubState
    const isWaiting = !connection.isOnline && (work.outbox.length > 0 || work.mutations.length > 0)
    if (isWaiting && !hasAsked) void askForWake()
    hasAsked = isWaiting
  })
}
