import { hub } from '#src/bridge/hub-client.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'

/** How long the network is waited for before it counts as away, in ms: what is known of it at first is from before. */
const PATIENCE_MS = 5000

type Unsent = Pick<typeof hubState.work, 'outbox' | 'mutations'>

/** How much would be lost with the account: commits and changes that no server has taken yet. */
export function countUnsent({ outbox, mutations }: Unsent): number {
  return outbox.length + mutations.length
}

/** Sends what waits, now; resolves when nothing is left, or when the rest can't be sent: it was refused, or the network stays away. */
export async function sendUnsent(signal: AbortSignal): Promise<'sent' | 'stuck'> {
  await hub.api.wake()
  return new Promise((resolve) => {
    let isPatient = true
    const patience = setTimeout(() => {
      isPatient = false
      look()
    }, PATIENCE_MS)
    const stop = subscribe(hubState, look)
    signal.addEventListener('abort', () => end('stuck'))
    look()

    function end(outcome: 'sent' | 'stuck'): void {
      clearTimeout(patience)
      stop()
      resolve(outcome)
    }
    function look(): void {
      const { work, connection } = hubState
      if (countUnsent(work) === 0) end('sent')
      else if (isEachRefused(work) || (!isPatient && !connection.isOnline)) end('stuck')
    }
  })
}

function isEachRefused({ outbox, mutations }: Unsent): boolean {
  return [...outbox, ...mutations].every(({ state }) => state === 'refused')
}
