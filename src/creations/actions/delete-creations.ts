import { UNDO_DELETE_MS } from '#shared/domain/gallery-rules.ts'
import { text } from '#src/platform/i18n.ts'
import type { ActionDeps } from './action-deps.ts'
import { sendMutation } from './mutations.ts'
import { whenSent } from './action-deps.ts'

/** Asks, deletes, and offers to take it back for a while; the server would take it back for longer. */
export async function deleteCreations(ids: readonly string[], deps: ActionDeps): Promise<boolean> {
  if (ids.length === 0 || !(await deps.login(text('action.loginToDelete')))) return false
  const count = ids.length
  const isSure = await deps.ask({
    title: text('action.deleteTitle', { count }),
    hint: text('action.deleteHint', { count }),
    yes: text('action.delete'),
    no: text('action.keep'),
  })
  const gone = isSure ? await sendMutation(ids, { kind: 'delete' }, deps) : []
  if (gone.length === 0) return false
  await deps.tell({
    color: 'success',
    title: text('action.removed', { count: gone.length }),
    ...whenSent(deps),
    action: { label: text('action.undo'), run: once(() => void restore(gone, deps)) },
    durationMs: UNDO_DELETE_MS,
  })
  return true
}

async function restore(ids: readonly string[], deps: ActionDeps): Promise<void> {
  const back = await sendMutation(ids, { kind: 'restore' }, deps)
  if (back.length > 0) await deps.tell({ color: 'success', title: text('action.restored', { count: back.length }), ...whenSent(deps) })
}

function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}
