import { isServerThere, claimReload } from '../browser/build-info.ts'
import { isWorkInFlight, saveBeforeLeaving } from '../routing/leave-guard.ts'
import { proxy } from '../store/state.ts'

export const partError = proxy<PartError>({ prompt: null })

export const partWatch = createPartWatch(partError, {
  isServerThere,
  isWorkInFlight,
  save: saveBeforeLeaving,
  reload: () => location.reload(),
  claimReload,
})

/**
 * `offline`: the server is unreachable. `reload`: the server does not have this part, and a reload was tried already or would interrupt
 * work.
 */
export interface PartError {
  prompt: 'offline' | 'reload' | null
}

interface PartWatchDeps {
  readonly isServerThere: () => Promise<boolean>
  readonly isWorkInFlight: () => boolean
  readonly save: () => Promise<void>
  readonly reload: () => void
  /** True once per build and tab, also across reloads. */
  readonly claimReload: () => boolean
}

/** Tracks lazy parts of the page that can't be loaded. */
export interface PartWatch {
  failed(part: symbol): Promise<void>
  /** The server is unreachable, so the part was not requested. */
  unreachable(part: symbol): void
  loaded(part: symbol): void
}

/**
 * A part that the server does not have belongs to an outdated build: unsaved work is saved, and the page reloads once. After that, or while
 * work is running, `problem` asks the user.
 */
export function createPartWatch(problem: PartError, deps: PartWatchDeps): PartWatch {
  const missing = new Set<symbol>()
  return {
    async failed(part) {
      missing.add(part)
      const isServerReachable = await deps.isServerThere()
      if (!missing.has(part)) return
      if (isServerReachable && !deps.isWorkInFlight() && deps.claimReload()) {
        await deps.save()
        deps.reload()
      } else problem.prompt = isServerReachable ? 'reload' : 'offline'
    },
    unreachable(part) {
      missing.add(part)
      problem.prompt = 'offline'
    },
    loaded(part) {
      missing.delete(part)
      if (missing.size === 0) problem.prompt = null
    },
  }
}
