import { proxy } from '#src/platform/state.ts'

/** The path on which the sheet of running work was opened, so that it never outlives a screen; null while it is closed. */
export const sheetState = proxy<{ openAt: string | null }>({ openAt: null })
