import type { UpdatePhase } from './update-coordinator.ts'
import { proxy } from '#src/store/state.ts'

/** A waiting build, and the state of the tabs' agreement. */
export const updateState = proxy<{ isReady: boolean; phase: UpdatePhase }>({ isReady: false, phase: { kind: 'offered' } })
