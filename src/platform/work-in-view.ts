import { proxy } from './state.ts'

/** The commit whose picture, progress or video the stage shows, while it is in view. Its toasts take one line, and offers wait. */
export const workInView = proxy<{ commitId: string | null }>({ commitId: null })
