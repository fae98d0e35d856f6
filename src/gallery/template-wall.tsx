import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useRouter, screenPath } from '#src/routing/routes.ts'
import type { Template } from '#shared/api/templates.ts'
import { type ListAnchor, readListAnchor, saveListAnchor } from './list-anchor.ts'
import { TileWall } from '#src/design/tile-wall/tile-wall.tsx'
import type { AnchorMemory } from '#src/design/tile-wall/use-tile-anchor.ts'
import { GALLERY_PICTURE_SIZES } from '#shared/domain/gallery-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Skeleton } from '#src/design/loading.tsx'
import styles from './template-wall.module.css'
import type { GalleryKind, TileBadge } from './choose-items.ts'
import { posterRatio } from './poster-ratio.ts'
import { TemplateTile } from './template-tile.tsx'
import { useTileActions } from './use-tile-actions.ts'
import { useTileMotion } from './use-tile-motion.ts'
import { preloadedTiles, firstPoster } from './first-poster.ts'

interface TemplateWallProps {
  readonly kind: GalleryKind
  readonly label: string
  readonly templates: readonly Template[]
  readonly badges: ReadonlyMap<string, TileBadge>
  readonly liked: readonly string[]
  readonly viewKey: string
}

export function TemplateWall({ kind, label, templates, badges, liked, viewKey }: TemplateWallProps) {
  const wall = useRef<HTMLUListElement>(null)
  const memory = useWallMemory()
  const keys = useMemo(() => templates.map(({ id }) => id), [templates])
  const ratios = useMemo(() => templates.map(posterRatio), [templates])
  const likedIds = useMemo(() => new Set(liked), [liked])
  const actions = useTileActions(kind, templates)
  useTileMotion(wall)
  const renderTile = useCallback(
    (index: number, width: number, isCurrent: boolean) => {
      const template = templates[index]
      if (template === undefined) return <></>
      const { id } = template
      return (
        <TemplateTile
          template={template}
          index={index}
          width={width}
          badge={badges.get(id) ?? null}
          isLiked={likedIds.has(id)}
          isCurrent={isCurrent}
          isFirst={index === 0}
          {...actions}
        />
      )
    },
    [templates, badges, likedIds, actions],
  )
  return (
    <div className={styles['wall']}>
      <TileWall
        wall={wall}
        label={label}
        keys={keys}
        items={templates}
        ratios={ratios}
        viewKey={viewKey}
        memory={memory}
        tile={renderTile}
      />
    </div>
  )
}

/**
 * Stores the position in the wall per history entry. While the next screen loads, this wall is still shown, but the current history entry
 * belongs to the next screen. Nothing is stored then.
 */
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

/** The sizes of the placeholders: typical picture sizes of a gallery. */
const PLACEHOLDER_SHAPES = [
  { name: 'first wide', width: 16, height: 9 },
  { name: 'first tall', width: 9, height: 13 },
  { name: 'first square', width: 1, height: 1 },
  { name: 'second wide', width: 16, height: 9 },
  { name: 'second square', width: 1, height: 1 },
  { name: 'third wide', width: 16, height: 9 },
  { name: 'second tall', width: 9, height: 13 },
  { name: 'third square', width: 1, height: 1 },
] as const
const PHONE_LANES = [0, 1] as const

/**
 * Placeholders for the tiles of a gallery. If the visit starts at the gallery, the first tile shows its picture, and on a phone all
 * visible tiles do.
 */
export function WallSkeleton({ kind }: { readonly kind: GalleryKind }) {
  const text = useText()
  const [poster] = useState(() => firstPoster(GALLERY_PICTURE_SIZES))
  const [tiles] = useState(() => preloadedTiles(kind))
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{text('gallery.loading')}</p>
      {tiles.length > 0 && (
        <div className={styles['phone']}>
          {PHONE_LANES.map((lane) => (
            <div key={lane}>
              {tiles
                .filter((_, index) => index % PHONE_LANES.length === lane)
                .map((tile) => (
                  <div key={tile.src} className={styles['tile']}>
                    <img
                      className={styles['picture']}
                      {...tile}
                      sizes={GALLERY_PICTURE_SIZES}
                      loading="lazy"
                      data-early-tile={kind}
                      alt=""
                    />
                  </div>
                ))}
            </div>
          ))}
        </div>
      )}
      <div className={styles['wallSkeletonWall']}>
        {PLACEHOLDER_SHAPES.map(({ name, ...shape }, index) => (
          <div key={name} className={styles['tile']}>
            {index > 0 || poster === null ? (
              <Skeleton {...shape} />
            ) : (
              <img className={styles['picture']} {...poster} {...shape} sizes={GALLERY_PICTURE_SIZES} fetchPriority="high" alt="" />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
