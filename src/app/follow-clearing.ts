import { hubState } from '#src/lib/hub-mirror.ts'
import { text } from '#src/lib/i18n.ts'
import { rewriteAll } from '#src/lib/leave-guard.ts'
import { subscribe } from '#src/lib/state.ts'
import { showToast } from '#src/ui/toast.ts'

/** When the records of this device were cleared under the app: writes once more what this page holds, and says so once. */
export function followClearing(): void {
  // What was cleared before this page was there, it does not miss.
  let told = Date.now()
  subscribe(hubState, () => {
    const { clearedAtMs = 0 } = hubState.storage
    if (clearedAtMs <= told) return
    told = clearedAtMs
    void rewriteAll()
    void showToast({ id: 'storage-cleared', color: 'info', title: text('state.storageCleared') })
  })
}
