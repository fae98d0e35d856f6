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

/**
 * Every build that was reloaded for is remembered, because two of them may answer by turns. Where the session can't be written nothing is
 * claimed: a page that reloads for ever is worse than one that asks.
 */
function claimReload(): boolean {
  const build = String(__BUILT_AT_MS__)
  try {
    const claimed = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
    if (claimed.includes(build)) return false
    sessionStorage.setItem(RELOADED_KEY, [...claimed, build].join(' ').trim())
    return true
  } catch {
    return false
  }
}
