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
 * What the user is asked when a part of the page can't be loaded. `offline`: the server is unreachable. `reload`: the server does
 * not have the part, and an automatic reload was tried already or would interrupt work.
 */
export interface PartError {
  prompt: 'offline' | 'reload' | null
}

interface PartWatchDeps {
  readonly isServerThere: () => Promise<boolean>
  readonly isWorkInFlight: () => boolean
  readonly save: () => Promise<void>
  readonly reload: () => void
  /** Whether the page may reload automatically: true once per build and tab, also across reloads. */
  readonly claimReload: () => boolean
}

/** Follows the parts of the page that can't be loaded. */
export interface PartWatch {
  reportFailure(part: symbol): Promise<void>
  /** Called when a part was not requested, because the server is unreachable. */
  reportUnreachable(part: symbol): void
  reportLoaded(part: symbol): void
}

/**
 * If the server does not have a part, this page's build is outdated: the page saves its data and reloads once. After that, or while
 * work is running, `errorState` shows a prompt to the user.
 */
export function createPartWatch(errorState: PartError, deps: PartWatchDeps): PartWatch {
  const missingParts = new Set<symbol>()
  return {
    async reportFailure(part) {
      missingParts.add(part)
      const isServerReachable = await deps.isServerThere()
      if (!missingParts.has(part)) return
      if (isServerReachable && !deps.isWorkInFlight() && deps.claimReload()) {
        await deps.save()
        deps.reload()
      } else errorState.prompt = isServerReachable ? 'reload' : 'offline'
    },
    reportUnreachable(part) {
      missingParts.add(part)
      errorState.prompt = 'offline'
    },
    reportLoaded(part) {
      missingParts.delete(part)
      if (missingParts.size === 0) errorState.prompt = null
    },
  }
}
