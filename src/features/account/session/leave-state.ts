import { proxy } from '#src/lib/state.ts'

export const leaveState = proxy({ isAsking: false })
