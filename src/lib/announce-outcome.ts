import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { commitOutcome } from './commit-outcome.ts'
import { errorText } from './error-text.ts'
import { hubState } from './hub-mirror.ts'
import { text } from './i18n.ts'

type Tell = (toast: ToastContent) => Promise<void>

/**
 * Tells what becomes of a commit that the hub has just stored, or sends again after a refusal: at once when it has to wait for the
 * network, and when the server has answered.
 */
export async function announceOutcome(commitId: string, tell: Tell, isAgain = false): Promise<void> {
  const { connection, storage } = hubState
  const description = text(storage.problem === null ? 'work.waits' : 'work.waitsOpen')
  if (!connection.isOnline) await tell({ id: 'commit-waits', color: 'info', title: text('stage.waitingConnection'), description })
  const outcome = await commitOutcome(commitId, isAgain)
  if (outcome.kind === 'accepted') await tell({ id: 'commit', color: 'success', title: text('taskCommitted') })
  if (outcome.kind === 'refused') await tell({ color: 'error', title: text('taskCommitFailed'), description: errorText(outcome.code) })
}
