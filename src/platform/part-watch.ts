import { isServerThere, claimReload } from './build-info.ts'
import { isWorkInFlight, saveBeforeLeaving } from './leave-guard.ts'
import { proxy } from './state.ts'

export const partError = proxy<PartError>({ prompt: null })

/** The one of this page. */
export const partWatch = createPartWatch(partError, {
  isServerThere,
  isWorkInFlight,
  save: saveBeforeLeaving,
  reload: () => location.reload(),
  claimReload,
})

/** `offline`: the server can't be reached. `reload`: it is there, but has not this part, and reloading was tried or would break something off. */
export interface PartError {
  prompt: 'offline' | 'reload' | null
}

interface PartWatchDeps {
  readonly isServerThere: () => Promise<boolean>
  readonly isWorkInFlight: () => boolean
  readonly save: () => Promise<void>
  readonly reload: () => void
  /** True once for each build in this tab, which outlives the reload. */
  readonly claimReload: () => boolean
}

/** Knows which lazy parts of the page can't be had. */
export interface PartWatch {
  failed(part: symbol): Promise<void>
  /** Was not even asked for: the server can't be reached. */
  unreachable(part: symbol): void
  loaded(part: symbol): void
}

/**
 * A part that the server does not have belongs to a build that is gone: what is unsaved is saved, and the page reloads, once. A second
 * time, and while something is under way, the person is asked. Writes into `trouble` what they are told.
 */
export function createPartWatch(trouble: PartError, deps: PartWatchDeps): PartWatch {
  const missing = new Set<symbol>()
  return {
    async failed(part) {
      missing.add(part)
      const isThere = await deps.isServerThere()
      if (!missing.has(part)) return
      if (isThere && !deps.isWorkInFlight() && deps.claimReload()) {
        await deps.save()
        deps.reload()
      } else trouble.prompt = isThere ? 'reload' : 'offline'
    },
    unreachable(part) {
      missing.add(part)
      trouble.prompt = 'offline'
    },
    loaded(part) {
      missing.delete(part)
      if (missing.size === 0) trouble.prompt = null
    },
  }
}
