import type { UpdatePhase } from '#src/lib/create-update-council.ts'
import { proxy } from '#src/lib/state.ts'

/** A build that waits, and how far the tabs are with agreeing on it. */
export const updateState = proxy<{ isReady: boolean; phase: UpdatePhase }>({ isReady: false, phase: { kind: 'offered' } })
