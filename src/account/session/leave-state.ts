import { proxy } from '#src/platform/state.ts'

export const leaveState = proxy({ isAsking: false })
