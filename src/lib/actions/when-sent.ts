import { text } from '#src/lib/i18n.ts'
import type { ActionDeps } from './action-deps.ts'

/** Without a connection the notice says that the change waits. */
export function whenSent({ isOnline }: Pick<ActionDeps, 'isOnline'>): { readonly description?: string } {
  return isOnline() ? {} : { description: text('work.waits') }
}
