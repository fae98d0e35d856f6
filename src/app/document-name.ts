import type { ItemHead } from '#src/creations/shown-item.ts'
import type { ScreenTitle } from './screen-title.ts'
import { ITEM_TITLE } from '#shared/domain/screens.ts'
import { text } from '#src/platform/i18n.ts'

/** What the document is called; '' while that is not known, and what stands there stays. */
export function documentName({ name, isBelow }: Pick<ScreenTitle, 'name' | 'isBelow'>, item: ItemHead | null): string {
  if (item !== null) return text(ITEM_TITLE, { name: item.name })
  return isBelow ? '' : name
}
