import { proxy } from '#src/store/state.ts'

export const membership = proxy({ isActive: false })
