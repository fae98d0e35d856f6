import { text } from '#src/lib/i18n.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import type { ActionDeps } from './action-deps.ts'

/** Copies the words, else the id of the effect, by which the same can be made again. */
export async function copyPrompt(item: ViewerItem, { copy, tell }: Pick<ActionDeps, 'copy' | 'tell'>): Promise<void> {
  const words = wordsOf(item)
  if (words === '') return tell({ id: 'copy', color: 'error', title: text('action.templateIdUnavailable') })
  const isCopied = await copy(words)
  await tell({
    id: 'copy',
    ...(isCopied ? { color: 'success', title: text('action.copied') } : { color: 'error', title: text('action.copyFailed') }),
  })
}

function wordsOf(item: ViewerItem): string {
  if (item.kind === 'media') return item.creation.prompt || (item.creation.templateId ?? '')
  return item.template.prompt || item.template.id
}
