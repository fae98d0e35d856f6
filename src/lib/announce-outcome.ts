import { commitOutcome } from './commit-outcome.ts'
import { errorText } from './error-text.ts'
import { hubState } from './hub-mirror.ts'
import { text } from './i18n.ts'

type Tell = (notice: { readonly kind: 'success' | 'error' | 'info'; readonly title: string; readonly detail?: string }) => Promise<void>

/**
 * Tells what becomes of a commit that the hub has just stored, or sends again after a refusal: at once when it has to wait for the
 * network, and when the server has answered.
 */
export async function announceOutcome(commitId: string, tell: Tell, isAgain = false): Promise<void> {
  const { connection, storage } = hubState
  const detail = text(storage.problem === null ? 'work.waits' : 'work.waitsOpen')
  if (!connection.isOnline) await tell({ kind: 'info', title: text('stage.waitingConnection'), detail })
  const outcome = await commitOutcome(commitId, isAgain)
  if (outcome.kind === 'accepted') await tell({ kind: 'success', title: text('taskCommitted') })
  if (outcome.kind === 'refused') await tell({ kind: 'error', title: text('taskCommitFailed'), detail: errorText(outcome.code) })
}
