import { TINIT_FIRST_WAIT_MS, TINIT_RETRIES, TRACKER_PATH } from '#shared/domain/attribution-rules.ts'

export interface AskDeps {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Ends early, without a word, when it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Whether this server has a tracker. What fails is asked again, with pauses that double; false when it stays silent or is not wanted any more. */
export async function askTracker({ fetch, wait }: AskDeps, signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; tries <= TINIT_RETRIES && !signal.aborted; tries += 1) {
    if (tries > 0) await wait(TINIT_FIRST_WAIT_MS * 2 ** (tries - 1), signal)
    if (signal.aborted) return false
    const answer = await fetch(`${TRACKER_PATH}/tinit`, { cache: 'no-store', signal }).then(readAnswer, () => undefined)
    if (answer !== undefined) return answer
  }
  return false
}

/** Undefined for an answer that is none. */
async function readAnswer(response: Response): Promise<boolean | undefined> {
  if (!response.ok) return undefined
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'is_on' in body ? body.is_on === true : undefined
}
