import { forgetForm } from '#src/features/create/forget-form.ts'
import { forgetHistory, loadHistory } from '#src/features/history/history-actions.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { currentIdentity, rereadIdentity } from '#src/lib/identity.ts'
import { subscribe } from '#src/lib/state.ts'

/** A login or logout in any tab counts in this one at once: what it shows and keeps of the account before goes. */
export function followIdentity(): () => void {
  let known = currentIdentity().businessUserId
  return subscribe(hubState, () => {
    const next = hubState.identity?.businessUserId
    if (next === undefined || next === known) return
    known = next
    void follow(next === '').catch((error: unknown) => console.error('The change of account was not followed.', error))
  })
}

async function follow(hasLoggedOut: boolean): Promise<void> {
  await rereadIdentity()
  await forgetHistory()
  if (hasLoggedOut) await forgetForm()
  await loadHistory()
}
