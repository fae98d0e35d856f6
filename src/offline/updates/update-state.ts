import type { UpdatePhase } from './update-coordinator.ts'
import { proxy } from '#src/platform/state.ts'

/** A build that waits, and how far the tabs are with agreeing on it. */
export const updateState = proxy<{ isReady: boolean; phase: UpdatePhase }>({ isReady: false, phase: { kind: 'offered' } })
