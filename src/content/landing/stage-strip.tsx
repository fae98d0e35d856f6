import type { CSSProperties, ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/platform/i18n.ts'
import { posterSources } from '#shared/domain/poster-sources.ts'
import { preferences, setPreference } from '#src/platform/preferences.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { useReducedMotion } from '#src/platform/reduced-motion.ts'
import { IconButton } from '#src/design/icon-button.tsx'
import { STAGE_ITEMS } from './landing-items.ts'
import styles from './stage-strip.module.css'
import { TURN_MS } from './use-turns.ts'

const PLACES = Array.from({ length: STAGE_ITEMS }, (_, place) => `place ${place}`)

interface StageStripProps {
  readonly items: readonly Template[]
  readonly index: number
  readonly isRunning: boolean
  readonly onChoose: (index: number) => void
}

/** Buttons for each item of the stage, and a pause button. */
export function StageStrip({ items, index, isRunning, onChoose }: StageStripProps): ReactElement {
  const text = useText()
  return (
    <div className={styles['bar']}>
      <ul className={styles['strip']} aria-label={text('landing.onStage')}>
        {items.map((item, place) => (
          <li key={item.id}>
            <button
              type="button"
              className={styles['choice']}
              aria-label={item.templateName}
              aria-current={place === index || undefined}
              onClick={() => onChoose(place)}
            >
              <img
                className={styles['picture']}
                src={item.firstImageUrl}
                srcSet={posterSources(item)}
                sizes="72px"
                decoding="async"
                alt=""
              />
              {place === index && isRunning && items.length > 1 && (
                <span key={item.id} className={styles['time']} style={{ '--turn': `${TURN_MS}ms` } as CSSProperties} />
              )}
            </button>
          </li>
        ))}
        {items.length === 0 &&
          PLACES.map((place) => (
            <li key={place}>
              <span className={styles['choice']}>
                <span className={styles['picture']} />
              </span>
            </li>
          ))}
      </ul>
      <MotionSwitch />
    </div>
  )
}

/** Pauses all automatic motion; its space stays where the device already asks for less motion. */
function MotionSwitch(): ReactElement | null {
  const text = useText()
  const isPaused = useSnapshot(preferences).motion === 'paused'
  if (useReducedMotion()) return null
  return (
    <IconButton
      icon={isPaused ? 'play' : 'pause'}
      label={text(isPaused ? 'landing.play' : 'landing.pause')}
      onClick={() => setPreference('motion', isPaused ? 'on' : 'paused')}
    />
  )
}
