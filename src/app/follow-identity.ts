import { forgetPacks } from '#src/creations/actions/zip-cleanup.ts'
import { isLeaving, leaveState } from '#src/account/leave-state.ts'
import { forgetSignIn } from '#src/account/sign-in/sign-in-draft.ts'
import { forgetForms, loadDrafts, hideForms } from '#src/create/clear-forms.ts'
import { formsOwner, setFormsOwner } from '#src/create/forms-owner.ts'
import { forgetHistory, loadHistory } from '#src/creations/history/history-actions.ts'
import { forgetBilling } from '#src/billing/billing-store.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { currentIdentity, rereadIdentity } from '#src/hub-client/identity.ts'
import { forgetContactDraft } from '#src/content/support/contact-draft.ts'
import { forgetNotices } from './notices/notices.ts'
import { addTexts, text } from '#src/i18n/i18n.ts'
import { endToasts, showToast } from '#src/design/toast.ts'
import { forgetRecent } from '#src/gallery/own-templates.ts'

/** Applies a login or logout of any tab: removes the previous account's data from the screen and from the device. */
export function followIdentity(): () => void {
  let currentId = formsOwner()
  const handleIdentity = (nextId: string | undefined) => {
    if (nextId === undefined || nextId === currentId) return
    const previousId = currentId
    currentId = nextId
    void handleAccountChange(previousId, nextId).catch((error: unknown) => console.error('Handling the account change failed.', error))
  }
  // This tab may have shown a form before it noticed another tab's logout.
  handleIdentity(currentIdentity().businessUserId)
  // If a tab crashed during a logout, it may have left zip files.
  if (currentId === '' && isLeaving()) void forgetPacks()
  return subscribeKeys(hubState, ['identity'], () => handleIdentity(hubState.identity?.businessUserId))
}

/**
 * Handles a change of account. A logout deletes the forms; an expired session only hides them. A visitor's forms move to the
 * account that logs in.
 */
async function handleAccountChange(previousId: string, nextId: string): Promise<void> {
  leaveState.isAsking = false
  if (previousId !== '') {
    forgetSignIn()
    forgetNotices(previousId)
    void endToasts()
    void forgetPacks()
    if (isLeaving()) {
      forgetRecent()
      forgetContactDraft(previousId)
    }
  }
  const formsCleared = previousId === '' ? undefined : isLeaving() ? forgetForms(previousId) : hideForms()
  if (previousId !== '' && nextId === '' && !isLeaving()) void reportEndedSession().catch(() => undefined)
  setFormsOwner(nextId)
  await formsCleared
  await Promise.all([forgetHistory(), forgetBilling()])
  await rereadIdentity()
  loadDrafts()
  await loadHistory()
}

/** Shows a toast: the session has ended, and unsent work is not lost. */
async function reportEndedSession(): Promise<void> {
  await addTexts('account')
  await showToast({ id: 'session-ended', color: 'info', title: text('account.ended.title'), description: text('account.ended.hint') })
}
