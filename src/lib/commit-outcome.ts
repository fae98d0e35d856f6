import type { CommitOutcome } from './outcome-of.ts'
import { hubState } from './hub-mirror.ts'
import { outcomeOf } from './outcome-of.ts'
import { subscribe } from './state.ts'

/** Resolves when the server has taken or refused a commit, or the person has discarded it. `isAgain`: the refusal shown now is the old one. */
export function commitOutcome(commitId: string, isAgain: boolean): Promise<CommitOutcome> {
  return new Promise((resolve) => {
    let wasSeen = false
    let isOld = isAgain
    const look = () => {
      const row = hubState.work.outbox.find(({ id }) => id === commitId)
      isOld &&= row?.state === 'refused'
      const outcome = isOld ? undefined : outcomeOf(hubState.work, commitId, wasSeen)
      wasSeen ||= row !== undefined
      if (outcome === undefined) return
      stop()
      resolve(outcome)
    }
    const stop = subscribe(hubState, look)
    look()
  })
}
