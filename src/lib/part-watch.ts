import type { PartTrouble } from './create-part-watch.ts'
import { isServerThere } from './build-info.ts'
import { createPartWatch } from './create-part-watch.ts'
import { isWorkInFlight, saveBeforeLeaving } from './leave-guard.ts'
import { proxy } from './state.ts'

const RELOADED_KEY = 'kinora.reloadedFor'

export const partTrouble = proxy<PartTrouble>({ prompt: null })

/** The one of this page. */
export const partWatch = createPartWatch(partTrouble, {
  isServerThere,
  isWorkInFlight,
  save: saveBeforeLeaving,
  reload: () => location.reload(),
  claimReload,
})

/** Where the session can't be written nothing is claimed: a page that reloads for ever is worse than one that asks. */
function claimReload(): boolean {
  const build = String(__BUILT_AT_MS__)
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === build) return false
    sessionStorage.setItem(RELOADED_KEY, build)
    return true
  } catch {
    return false
  }
}
