import type { ActionDeps } from './action-deps.ts'

type Share = NonNullable<ActionDeps['share']>

/** late: the press was too long ago for the browser, so it has to be pressed again. */
export type ShareAnswer = 'shared' | 'cancelled' | 'late' | 'failed'

/** Opens the share sheet; how it ended is an answer, never a throw. */
export async function shareOrStay(what: Parameters<Share>[0], share: Share): Promise<ShareAnswer> {
  try {
    await share(what)
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'cancelled'
    return name === 'NotAllowedError' ? 'late' : 'failed'
  }
}
