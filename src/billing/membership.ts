import { proxy } from '#src/platform/state.ts'

/** Whether who is logged in is a member now. */
export const membership = proxy({ isActive: false })
