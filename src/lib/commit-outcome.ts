import type { CommitOutcome } from './outcome-of.ts'
import { hubState } from './hub-mirror.ts'
import { outcomeOf } from './outcome-of.ts'
import { subscribe } from './state.ts'

/** Resolves when the server has taken or refused a commit, or the person has discarded it. */
export function commitOutcome(commitId: string): Promise<CommitOutcome> {
  return new Promise((resolve) => {
    let wasSeen = false
    const look = () => {
      const outcome = outcomeOf(hubState.work, commitId, wasSeen)
      wasSeen ||= hubState.work.outbox.some(({ id }) => id === commitId)
      if (outcome === undefined) return
      stop()
      resolve(outcome)
    }
    const stop = subscribe(hubState, look)
    look()
  })
}
