import type { AppErrorCode } from '#shared/app-error.ts'
import { proxy } from './state.ts'

/** Why the page's own last write to this device failed; the hub tells about its writes itself. */
export const pageStorage = proxy<{ problem: AppErrorCode | null }>({ problem: null })
