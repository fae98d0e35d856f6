import type { CreationMutation } from '../optimistic-mutations.ts'
import { failureText } from '#src/platform/error-text.ts'
import { text } from '#src/platform/i18n.ts'
import type { ActionDeps } from './action-deps.ts'

/** The most ids one call takes. */
const IDS_PER_CALL = 100

type Wish = CreationMutation extends infer M ? (M extends CreationMutation ? Omit<M, 'ids'> : never) : never

export const FAILURE_TITLE = { collect: 'action.collectFailed', delete: 'action.removalFailed', restore: 'action.restoreFailed' } as const

/** Hands a change to the hub, which does it even later. Gives the ids for which it is stored; what could not be has been told. */
export async function sendMutation(
  ids: readonly string[],
  wish: Wish,
  { mutate, newId, tell }: Pick<ActionDeps, 'mutate' | 'newId' | 'tell'>,
): Promise<readonly string[]> {
  for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
    const stored = await mutate(newId(), { ...wish, ids: ids.slice(at, at + IDS_PER_CALL) })
    if (!stored.ok) {
      await tell({ color: 'error', title: text(FAILURE_TITLE[wish.kind]), description: failureText(stored.error) })
      return ids.slice(0, at)
    }
  }
  return ids
}
