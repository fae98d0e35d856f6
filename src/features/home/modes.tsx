import type { ReactElement } from 'react'
import { useMemo, useRef, useState } from 'react'
import { MODE_PICTURE_SIZES, modeItems } from '#shared/domain/mode-items.ts'
import { firstPoster } from '#src/lib/first-poster.ts'
import { useText } from '#src/lib/i18n.ts'
import { useTemplates } from '#src/lib/templates/use-templates.ts'
import { useTileMotion } from '#src/lib/tile-motion/use-tile-motion.ts'
import { ModeCard } from './mode-card.tsx'
import styles from './modes.module.css'

const MODES = [
  { kind: 'CUSTOM', route: 'imageToVideo', palette: 'dusk' },
  { kind: 'HEAD_TAIL', route: 'startEnd', palette: 'dawn' },
  { kind: 'TEMPLATE', route: 'templates', palette: 'night' },
] as const

/** The three kinds of video, each with what was made that way. */
export function Modes(): ReactElement {
  const text = useText()
  const place = useRef<HTMLUListElement>(null)
  const { items, status, problem } = useTemplates('hot')
  const shown = useMemo(() => modeItems(items), [items])
  const [poster] = useState(() => firstPoster(MODE_PICTURE_SIZES))
  useTileMotion(place)
  return (
    <ul ref={place} className={styles['modes']} aria-label={text('home.modes')}>
      {MODES.map(({ kind, ...mode }) => (
        <li key={kind}>
          <ModeCard
            {...mode}
            items={shown[kind]}
            poster={kind === 'CUSTOM' ? poster : null}
            isEmpty={status === 'ready' || problem !== null}
          />
        </li>
      ))}
    </ul>
  )
}
