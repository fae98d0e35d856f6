import { text } from '#src/platform/i18n.ts'
import type { ActionDeps } from './action-deps.ts'
import { sendMutation } from './mutations.ts'
import { whenSent } from './action-deps.ts'

/** Puts creations into the collection (op 1) or takes them out of it. */
export async function collect(ids: readonly string[], op: 0 | 1, deps: ActionDeps): Promise<boolean> {
  if (ids.length === 0 || !(await deps.login(text('action.loginToCollect')))) return false
  if ((await sendMutation(ids, { kind: 'collect', op }, deps)).length === 0) return false
  await deps.tell({ id: 'collect', color: 'success', title: text(op === 1 ? 'action.collected' : 'action.uncollected'), ...whenSent(deps) })
  return true
}
