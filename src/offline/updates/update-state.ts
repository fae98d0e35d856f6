import type { UpdatePhase } from './update-coordinator.ts'
import { proxy } from '#src/store/state.ts'

/** `isReady`: another build waits. `phase`: how far the tabs have agreed to load it. */
export const updateState = proxy<{ isReady: boolean; phase: UpdatePhase }>({ isReady: false, phase: { kind: 'offered' } })
