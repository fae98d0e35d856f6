import type { CSSProperties, ReactElement } from 'react'
import type { NavigationState } from './navigation-progress.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { BAR_SPEED_MS, OVERLAY_FADE_MS } from '#shared/domain/shell-rules.ts'
import { useText } from '#src/lib/i18n.ts'
import { saveBeforeLeaving } from '#src/lib/leave-guard.ts'
import { partTrouble } from '#src/lib/part-watch.ts'
import { useIsOnTheWay } from '#src/lib/shown-location.tsx'
import { proxy, subscribe, useSnapshot } from '#src/lib/state.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import styles from './navigation-mask.module.css'
import { createNavigationProgress } from './navigation-progress.ts'

const navigationState = proxy<NavigationState>({ phase: 'idle', progress: 0, isCovered: false })

/** The way to the next screen, of the whole app. */
const navigation = createNavigationProgress(navigationState)

const SPEEDS = { '--bar-speed': `${BAR_SPEED_MS}ms`, '--overlay-fade': `${OVERLAY_FADE_MS}ms` } as CSSProperties

/** The bar on top while the next screen loads, and the overlay over the one before it when that takes a while. */
export function NavigationMask(): ReactElement | null {
  const text = useText()
  const isOnTheWay = useIsOnTheWay()
  const { phase, isCovered } = useSnapshot(navigationState)
  const { prompt } = useSnapshot(partTrouble)
  useEffect(() => (isOnTheWay ? goAndArrive() : undefined), [isOnTheWay])
  useScrollLock(phase === 'loading' && isCovered)
  if (phase === 'idle') return null
  return (
    // A screen whose part can't be had waits for the person, who is told so.
    <div data-phase={phase} aria-busy={prompt === null} className={styles['mask']} style={SPEEDS}>
      <Bar />
      {isCovered && (
        <output className={styles['overlay']}>
          <Spinner />
          {text('app.loading')}
        </output>
      )}
    </div>
  )
}

/** Moves past React: each drawing of its own would break off the one of the next screen. */
function Bar(): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const move = () => ref.current?.style.setProperty('transform', `scaleX(${navigationState.progress})`)
    move()
    return subscribe(navigationState, move)
  }, [])
  return <div ref={ref} className={styles['bar']} />
}

/** Stands where the first screen will be. */
export function FirstScreenPlace(): ReactElement {
  useEffect(goAndArrive, [])
  return <div className={styles['place']} />
}

/** What is typed in the screen that is left, and in its dialogs, is written down before they go. */
function goAndArrive(): () => void {
  void saveBeforeLeaving()
  return navigation.begin()
}

function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-navigating', isLocked)
    return () => document.documentElement.removeAttribute('data-navigating')
  }, [isLocked])
}
