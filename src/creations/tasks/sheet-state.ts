import { proxy } from '#src/platform/state.ts'

/** The path on which the work sheet was opened, so that it closes on navigation; null while closed. */
export const sheetState = proxy<{ openAt: string | null }>({ openAt: null })
