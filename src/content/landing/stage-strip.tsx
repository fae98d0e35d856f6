import { useEffect } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/i18n/i18n.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { useSnapshot } from '#src/store/state.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { IconButton } from '#src/design/button.tsx'
import { STAGE_ITEMS } from './landing-items.ts'
import styles from './stage-strip.module.css'

const PLACEHOLDER_KEYS = Array.from({ length: STAGE_ITEMS }, (_, index) => `place ${index}`)

/** How long an item is on the stage while its video plays, in ms. */
const TURN_MS = 9000

interface StageStripProps {
  readonly items: readonly Template[]
  readonly index: number
  readonly isRunning: boolean
  readonly onChoose: (index: number) => void
}

/** A button for each item of the stage, and a button that pauses the motion. */
export function StageStrip({ items, index, isRunning, onChoose }: StageStripProps) {
  const text = useText()
  const posterSources = usePosterSources()
  return (
    <div className={styles['bar']}>
      <ul className={styles['strip']} aria-label={text('landing.onStage')}>
        {items.map((item, itemIndex) => (
          <li key={item.id}>
            <button
              type="button"
              className={styles['choice']}
              aria-label={item.templateName}
              aria-current={itemIndex === index || undefined}
              onClick={() => onChoose(itemIndex)}
            >
              <img
                className={styles['picture']}
                src={item.firstImageUrl}
                srcSet={posterSources(item)}
                sizes="72px"
                decoding="async"
                alt=""
              />
              {itemIndex === index && isRunning && items.length > 1 && (
                <span key={item.id} className={styles['time']} style={{ '--turn': `${TURN_MS}ms` } as React.CSSProperties} />
              )}
            </button>
          </li>
        ))}
        {items.length === 0 &&
          PLACEHOLDER_KEYS.map((key) => (
            <li key={key}>
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

/** Pauses all automatic motion of the app. Renders nothing if the device already asks for reduced motion. */
function MotionSwitch() {
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

interface TurnOptions {
  readonly index: number
  readonly count: number
  readonly isRunning: boolean
  readonly onTurn: (index: number) => void
}

/** Shows the next of `count` items after the current one has played for TURN_MS. */
export function useTurns({ index, count, isRunning, onTurn }: TurnOptions): void {
  useEffect(() => {
    if (!isRunning || count < 2) return
    const timer = setTimeout(() => onTurn((index + 1) % count), TURN_MS)
    return () => clearTimeout(timer)
  }, [isRunning, count, index, onTurn])
}
