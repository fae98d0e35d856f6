import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { GalleryKind } from './choose-items.ts'
import type { TileMark } from './tile-marks.ts'
import { useCallback, useMemo, useRef } from 'react'
import { useLocation, useRouter } from 'wouter'
import type { ListAnchor } from '#src/platform/list-anchor.ts'
import { readListAnchor, saveListAnchor } from '#src/platform/list-anchor.ts'
import { screenPath } from '#src/platform/screen-location.ts'
import { TileWall } from '#src/design/tile-wall/tile-wall.tsx'
import type { AnchorMemory } from '#src/design/tile-wall/use-tile-anchor.ts'
import { posterRatio } from './poster-ratio.ts'
import { TemplateTile } from './template-tile.tsx'
import styles from './template-wall.module.css'
import { useTileActions } from './use-tile-actions.ts'
import { useTileMotion } from './use-tile-motion.ts'

interface TemplateWallProps {
  readonly kind: GalleryKind
  readonly label: string
  readonly templates: readonly Template[]
  readonly marks: ReadonlyMap<string, TileMark>
  readonly liked: readonly string[]
  readonly viewKey: string
}

export function TemplateWall({ kind, label, templates, marks, liked, viewKey }: TemplateWallProps): ReactElement {
  const wall = useRef<HTMLUListElement>(null)
  const memory = useWallMemory()
  const keys = useMemo(() => templates.map(({ id }) => id), [templates])
  const ratios = useMemo(() => templates.map(posterRatio), [templates])
  const likedIds = useMemo(() => new Set(liked), [liked])
  const actions = useTileActions(kind, templates)
  useTileMotion(wall)
  const tile = useCallback(
    (index: number, width: number, isCurrent: boolean) => {
      const template = templates[index]
      if (template === undefined) return <></>
      const { id } = template
      return (
        <TemplateTile
          template={template}
          index={index}
          width={width}
          mark={marks.get(id) ?? null}
          isLiked={likedIds.has(id)}
          isCurrent={isCurrent}
          isFirst={index === 0}
          {...actions}
        />
      )
    },
    [templates, marks, likedIds, actions],
  )
  return (
    <div className={styles['wall']}>
      <TileWall wall={wall} label={label} keys={keys} ratios={ratios} viewKey={viewKey} memory={memory} tile={tile} />
    </div>
  )
}

/** While the next screen is on its way this one is still drawn, and the entry of the history is no longer its own. */
function useWallMemory(): AnchorMemory {
  const [path] = useLocation()
  const { base } = useRouter()
  return useMemo(() => {
    const save = (anchor: ListAnchor | null) => {
      if (screenPath() === base + path) saveListAnchor(anchor)
    }
    return { read: readListAnchor, save }
  }, [base, path])
}
