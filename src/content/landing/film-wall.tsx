import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useMemo } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { Link, linkTo } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { openViewer, viewerItemKey } from '#src/routing/open-viewer.ts'
import { tileMotion, useIsPlaying } from '#src/gallery/tile-motion.ts'
import { useIsPhone } from '#src/browser/use-is-phone.ts'
import { buttonClass } from '#src/design/button-class.ts'
import headings from '#src/design/headings.module.css'
import { TileVideo } from '#src/design/tile-video.tsx'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { filmRows } from './landing-items.ts'
import styles from './film-wall.module.css'

/** The number of rows, and the width of a row divided by its height. */
const DESKTOP_WALL = { rows: 2, rowRatio: 4.8 } as const
const PHONE_WALL = { rows: 3, rowRatio: 1.8 } as const

/**
 * Custom properties for the style sheet. The style sheet chooses between the values for desktop and phone, so that the space is right
 * before a script runs.
 */
const WALL_PROPERTIES = {
  '--desktop-rows': DESKTOP_WALL.rows,
  '--desktop-row-ratio': DESKTOP_WALL.rowRatio,
  '--phone-rows': PHONE_WALL.rows,
  '--phone-row-ratio': PHONE_WALL.rowRatio,
} as React.CSSProperties

/** The landing page's wall of videos, from edge to edge of the window. The hovered, focused or centred video plays. */
export function FilmWall({ items }: { readonly items: readonly Template[] }) {
  const text = useText()
  const { rows, rowRatio } = useIsPhone() ? PHONE_WALL : DESKTOP_WALL
  const wall = useMemo(() => filmRows(items, rows, rowRatio), [items, rows, rowRatio])
  const shownTemplates = wall.flat().map(({ template }) => template)
  const openTemplate = (template: Template) => {
    tileMotion.stop()
    openViewer({ items: shownTemplates.map((each) => ({ kind: 'explore', template: each })), index: shownTemplates.indexOf(template) })
  }
  return (
    <section className={styles['section']} aria-labelledby="wall-title">
      <header className={headings['row']}>
        <h2 id="wall-title" className={headings['page']}>
          {text('landing.wall')}
        </h2>
        <Link href={linkTo('explore')} className={buttonClass('quiet')}>
          {text('landing.all')}
        </Link>
      </header>
      <div className={styles['rows']} style={WALL_PROPERTIES}>
        {wall.map((row) => (
          <ul key={row[0]?.template.id} className={styles['row']}>
            {row.map(({ template, ratio }) => (
              <RowBoundary key={template.id} row={template}>
                <li className={styles['cell']} style={{ flexGrow: ratio }}>
                  <FilmTile template={template} share={ratio / rowRatio} onOpen={openTemplate} />
                </li>
              </RowBoundary>
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}

interface FilmTileProps {
  readonly template: Template
  /** The tile's share of the window's width. */
  readonly share: number
  readonly onOpen: (template: Template) => void
}

/** A tile of the wall. While it is active, its video plays over the picture, with the prompt. */
export function FilmTile({ template, share, onOpen }: FilmTileProps) {
  const text = useText()
  const isPlaying = useIsPlaying(template.id)
  return (
    <button
      type="button"
      className={styles['tile']}
      data-video={template.movieUrl === null ? undefined : template.id}
      data-playing={isPlaying || undefined}
      data-viewer-item={viewerItemKey({ kind: 'explore', template })}
      aria-label={text('landing.watch', { name: template.templateName })}
      onClick={() => onOpen(template)}
    >
      <FilmPoster template={template} share={share} />
      {isPlaying && template.movieUrl !== null && <TileVideo src={template.movieUrl} />}
      <span className={styles['words']} aria-hidden="true">
        {template.prompt}
      </span>
    </button>
  )
}

const HUNDRED_PER_CENT = 100

interface FilmPosterProps {
  readonly template: Template
  /** The tile's share of the window's width. */
  readonly share: number
}

/** The still picture of an item. It fills its box. */
export function FilmPoster({ template, share }: FilmPosterProps) {
  const posterSources = usePosterSources()
  return (
    <img
      className={styles['picture']}
      src={template.firstImageUrl}
      srcSet={posterSources(template)}
      sizes={`(min-width: 1024px) ${Math.ceil(share * HUNDRED_PER_CENT)}vw, 100vw`}
      loading="lazy"
      decoding="async"
      draggable={false}
      alt=""
    />
  )
}
