import type { PartTrouble } from './create-part-watch.ts'
import { isServerThere } from './build-info.ts'
import { claimReload } from './claim-reload.ts'
import { createPartWatch } from './create-part-watch.ts'
import { isWorkInFlight, saveBeforeLeaving } from './leave-guard.ts'
import { proxy } from './state.ts'

export const partTrouble = proxy<PartTrouble>({ prompt: null })

/** The one of this page. */
export const partWatch = createPartWatch(partTrouble, {
  isServerThere,
  isWorkInFlight,
  save: saveBeforeLeaving,
  reload: () => location.reload(),
  claimReload,
})
