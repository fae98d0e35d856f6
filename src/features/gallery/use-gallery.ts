import type { Template } from '#shared/api/templates.ts'
import type { ShelfState } from '#src/lib/templates/template-shelves.ts'
import type { GalleryKind, OwnPicks, TagCount } from './choose-items.ts'
import type { GalleryView } from './gallery-view.ts'
import { useMemo } from 'react'
import { useSnapshot } from '#src/lib/state.ts'
import { createTemplateSearch } from '#src/lib/templates/create-template-search.ts'
import { ownTemplates } from '#src/lib/templates/own-templates.ts'
import { useTemplates } from '#src/lib/templates/use-templates.ts'
import { shelfOf } from './gallery-shelf.ts'
import { chooseItems, countTags, ofKind } from './choose-items.ts'

interface GalleryContent {
  readonly shelf: Readonly<ShelfState>
  /** All of the shelf, and what the view leaves of them. */
  readonly items: readonly Template[]
  readonly shown: readonly Template[]
  readonly tags: readonly TagCount[]
  /** Those of them that this device remembers. */
  readonly own: OwnPicks
}

export function useGallery(kind: GalleryKind, view: GalleryView): GalleryContent {
  const shelf = useTemplates(shelfOf(kind, view.shelf))
  const { liked, recent } = useSnapshot(ownTemplates)
  const items = useMemo(() => ofKind(shelf.items, kind), [shelf.items, kind])
  const own = useMemo(() => {
    const known = new Set(items.map(({ id }) => id))
    return { liked: liked.filter((id) => known.has(id)), recent: recent.filter((id) => known.has(id)) }
  }, [items, liked, recent])
  const search = useMemo(() => createTemplateSearch(items), [items])
  const shown = useMemo(() => chooseItems(items, view, own, search), [items, view, own, search])
  const tags = useMemo(() => countTags(items, shown, view.tags), [items, shown, view.tags])
  return { shelf, items, shown, tags, own }
}
