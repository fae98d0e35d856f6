import { text } from '#src/lib/i18n.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import type { ActionDeps } from './action-deps.ts'
import { viewerItemPath } from '#src/lib/viewer-item.ts'

/** Copies the address at which this opens cold. */
export async function copyLink(item: ViewerItem, { copy, tell, origin }: Pick<ActionDeps, 'copy' | 'tell' | 'origin'>): Promise<void> {
  const isCopied = await copy(origin + viewerItemPath(item))
  await tell({
    id: 'copy',
    ...(isCopied ? { color: 'success', title: text('action.linkCopied') } : { color: 'error', title: text('action.linkCopyFailed') }),
  })
}
