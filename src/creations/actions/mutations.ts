import { failureText, text } from '#src/i18n/i18n.ts'
import { UNDO_DELETE_MS } from '#shared/domain/task.ts'
import type { CreationMutation } from '../optimistic-mutations.ts'
import { type ActionDeps, offlineDescription } from '../action-deps.ts'

/** The maximum number of creations in one change. */
const IDS_PER_CALL = 100

type MutationWithoutIds = CreationMutation extends infer M ? (M extends CreationMutation ? Omit<M, 'ids'> : never) : never

export const FAILURE_TITLE = { collect: 'action.collectFailed', delete: 'action.removalFailed', restore: 'action.restoreFailed' } as const

/**
 * Passes a change to the hub, which sends it to the server when possible. Returns the ids whose change was stored. A failure is shown.
 */
export async function sendMutation(
  ids: readonly string[],
  change: MutationWithoutIds,
  { mutate, newId, notify }: Pick<ActionDeps, 'mutate' | 'newId' | 'notify'>,
): Promise<readonly string[]> {
  for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
    const stored = await mutate(newId(), { ...change, ids: ids.slice(start, start + IDS_PER_CALL) })
    if (!stored.ok) {
      await notify({ color: 'error', title: text(FAILURE_TITLE[change.kind]), description: failureText(stored.error) })
      return ids.slice(0, start)
    }
  }
  return ids
}

/** Deletes creations after a confirmation, and offers an undo for a short time. The server would accept the undo for longer. */
export async function deleteCreations(ids: readonly string[], deps: ActionDeps): Promise<boolean> {
  if (ids.length === 0 || !(await deps.login(text('action.loginToDelete')))) return false
  const count = ids.length
  const isSure = await deps.ask({
    title: text('action.deleteTitle', { count }),
    hint: text('action.deleteHint', { count }),
    yes: text('action.delete'),
    no: text('action.cancel'),
  })
  const deletedIds = isSure ? await sendMutation(ids, { kind: 'delete' }, deps) : []
  if (deletedIds.length === 0) return false
  await deps.notify({
    color: 'success',
    title: text('action.removed', { count: deletedIds.length }),
    ...offlineDescription(deps),
    action: { label: text('action.undo'), run: runOnce(() => void restoreCreations(deletedIds, deps)) },
    durationMs: UNDO_DELETE_MS,
  })
  return true
}

async function restoreCreations(ids: readonly string[], deps: ActionDeps): Promise<void> {
  const restoredIds = await sendMutation(ids, { kind: 'restore' }, deps)
  if (restoredIds.length > 0)
    await deps.notify({ color: 'success', title: text('action.restored', { count: restoredIds.length }), ...offlineDescription(deps) })
}

function runOnce(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}
