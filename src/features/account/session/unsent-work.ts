import { hub } from '#src/bridge/hub-client.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'

/** How much would be lost with the account: commits and changes that no server has taken yet. */
export function countUnsent({ outbox, mutations }: Pick<typeof hubState.work, 'outbox' | 'mutations'>): number {
  return outbox.length + mutations.length
}

/** Sends what waits, now; resolves when nothing is left, or with what could not be sent: refused, or without a network. */
export async function sendUnsent(signal: AbortSignal): Promise<'sent' | 'stuck'> {
  await hub.api.wake()
  return new Promise((resolve) => {
    const stop = subscribe(hubState, look)
    signal.addEventListener('abort', () => end('stuck'))
    function end(outcome: 'sent' | 'stuck'): void {
      stop()
      resolve(outcome)
    }
    function look(): void {
      const { work, connection } = hubState
      if (countUnsent(work) === 0) end('sent')
      else if (!connection.isOnline || isAllRefused(work)) end('stuck')
    }
    look()
  })
}

function isAllRefused({ outbox, mutations }: Pick<typeof hubState.work, 'outbox' | 'mutations'>): boolean {
  return [...outbox, ...mutations].every(({ state }) => state === 'refused')
}
