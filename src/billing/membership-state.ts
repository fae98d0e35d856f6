import { proxy } from '#src/platform/state.ts'

export const membership = proxy({ isActive: false })
