import { proxy } from '#src/lib/state.ts'

export const updateState = proxy({ isReady: false })
