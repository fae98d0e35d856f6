import { type CSSProperties, type ReactElement, useMemo } from 'react'
import { Link } from 'wouter'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/platform/i18n.ts'
import { openViewer } from '#src/platform/open-viewer.ts'
import { linkTo } from '#src/platform/routes.ts'
import { tileMotion } from '#src/gallery/tile-motion.ts'
import { useIsPhone } from '#src/platform/use-is-phone.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { filmRows } from './landing-items.ts'
import { FilmTile } from './film-tile.tsx'
import headings from '#src/design/headings.module.css'
import styles from './film-wall.module.css'

/** How many rows there are, and the width of one by its height. */
const DESKTOP = { rows: 2, rowRatio: 4.8 } as const
const PHONE = { rows: 3, rowRatio: 1.8 } as const

/** Which of them counts is a matter of the style sheet, so that the room is right before anything runs. */
const SHAPES = {
  '--desktop-rows': DESKTOP.rows,
  '--desktop-row-ratio': DESKTOP.rowRatio,
  '--phone-rows': PHONE.rows,
  '--phone-row-ratio': PHONE.rowRatio,
} as CSSProperties

/** Further videos side by side from edge to edge of the window; the one that is looked at plays. */
export function FilmWall({ items }: { readonly items: readonly Template[] }): ReactElement {
  const text = useText()
  const { rows, rowRatio } = useIsPhone() ? PHONE : DESKTOP
  const wall = useMemo(() => filmRows(items, rows, rowRatio), [items, rows, rowRatio])
  const shown = wall.flat().map(({ template }) => template)
  const open = (template: Template) => {
    tileMotion.stop()
    openViewer({ items: shown.map((each) => ({ kind: 'explore', template: each })), index: shown.indexOf(template) })
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
      <div className={styles['rows']} style={SHAPES}>
        {wall.map((row) => (
          <ul key={row[0]?.template.id} className={styles['row']}>
            {row.map(({ template, ratio }) => (
              <li key={template.id} className={styles['cell']} style={{ flexGrow: ratio }}>
                <FilmTile template={template} share={ratio / rowRatio} onOpen={open} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}
