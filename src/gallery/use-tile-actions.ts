import type { Template } from '#shared/api/templates.ts'
import type { GalleryKind } from './choose-items.ts'
import { useCallback } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { rememberRecent, toggleLiked } from './own-templates.ts'
import { openViewer } from '#src/routing/open-viewer.ts'
import { startTemplate } from './start-template.ts'
import { tileMotion } from './tile-motion.ts'

interface TileActions {
  readonly onOpen: (index: number) => void
  readonly onUse: (template: Template) => void
  readonly onLike: (id: string) => void
}

export function useTileActions(kind: GalleryKind, shownItems: readonly Template[]): TileActions {
  const [, navigate] = useLocation()
  const onOpen = useCallback(
    (index: number) => {
      const openedItem = shownItems[index]
      if (openedItem === undefined) return
      tileMotion.stop()
      rememberRecent(openedItem.id)
      openViewer({ items: shownItems.map((template) => ({ kind, template })), index })
    },
    [kind, shownItems],
  )
  const onUse = useCallback(
    (template: Template) => {
      rememberRecent(template.id)
      startTemplate(template, 'gallery', navigate)
    },
    [navigate],
  )
  return { onOpen, onUse, onLike: toggleLiked }
}
