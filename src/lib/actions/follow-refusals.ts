import { systemClock } from '#shared/browser/clock.ts'
import { inTurn } from '#shared/browser/locks.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { hasPressed, onMutations } from '#src/lib/creation-marks.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import type { Tell } from './action-deps.ts'
import { createRefusalTeller } from './tell-refusals.ts'

let isFollowing = false

/** Tells what the server refuses, once per change and in one tab; begun with the first screen that has actions. */
export function followRefusals(tell: Tell): void {
  if (isFollowing) return
  isFollowing = true
  const tellRefusal = createRefusalTeller({
    isMine: hasPressed,
    isStillRefused,
    drop: (id) => hub.api.dropMutation(id),
    inTurn,
    clock: systemClock,
  })
  onMutations({ onRefused: (refused) => void tellRefusal(refused, tell) })
}

async function isStillRefused(id: string): Promise<boolean> {
  await hub.api.resume()
  return hubState.work.mutations.some((item) => item.id === id && item.state === 'refused')
}
