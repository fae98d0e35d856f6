import { useEffect, useLayoutEffect, useRef } from 'react'
import * as rules from '#shared/domain/shell-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import { saveBeforeLeaving } from '#src/routing/leave-guard.ts'
import { partError } from '#src/loading/part-watch.ts'
import { useIsLoadingScreen } from '#src/routing/shown-location.tsx'
import { proxy, subscribe, useSnapshot } from '#src/store/state.ts'
import { Spinner } from '#src/design/loading.tsx'
import styles from './navigation-mask.module.css'

const DURATIONS = { '--bar-speed': `${rules.BAR_SPEED_MS}ms`, '--overlay-fade': `${rules.OVERLAY_FADE_MS}ms` } as React.CSSProperties

/** The share of the remaining distance by which the bar advances on each tick. */
const TRICKLE_SHARE = 0.08

const navigationState = proxy<NavigationState>({ phase: 'idle', progress: 0, isCovered: false, navigationCount: 0 })

const navigation = createNavigationProgress(navigationState)

/** Shows a progress bar while the next screen loads. If that is slow, it also covers the previous screen. */
export function NavigationMask() {
  const text = useText()
  const isLoadingScreen = useIsLoadingScreen()
  const { phase, isCovered, navigationCount } = useSnapshot(navigationState)
  const { prompt } = useSnapshot(partError)
  useEffect(() => (isLoadingScreen ? startNavigation() : undefined), [isLoadingScreen])
  useScrollLock(phase === 'loading' && isCovered)
  if (phase === 'idle') return null
  return (
    // Each navigation has a new bar, because the previous bar may still be fading out. If the code of a screen can't be loaded, the
    // user must answer a prompt, so the page is not busy.
    <div key={navigationCount} data-phase={phase} aria-busy={prompt === null} className={styles['mask']} style={DURATIONS}>
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

/** The progress bar. It updates the DOM directly, because a React render would interrupt the render of the next screen. */
function Bar() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const applyProgress = () => ref.current?.style.setProperty('transform', `scaleX(${navigationState.progress})`)
    applyProgress()
    return subscribe(navigationState, applyProgress)
  }, [])
  return <div ref={ref} className={styles['bar']} />
}

/** A placeholder for the first screen while it loads. */
export function FirstScreenPlaceholder() {
  useEffect(startNavigation, [])
  return <ScreenPlaceholder />
}

export function ScreenPlaceholder() {
  return <div className={styles['placeholder']} />
}

/**
 * Saves the input of the previous screen and its dialogs before they unmount, and starts the progress. Returns the function that
 * ends it.
 */
function startNavigation(): () => void {
  void saveBeforeLeaving()
  return navigation.begin()
}

function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-navigating', isLocked)
    return () => document.documentElement.removeAttribute('data-navigating')
  }, [isLocked])
}

/** `arrived`: the new screen is rendered, and the overlay is fading out. */
export interface NavigationState {
  phase: 'idle' | 'loading' | 'arrived'
  progress: number
  isCovered: boolean
  /** The number of navigations since the page was loaded. */
  navigationCount: number
}

interface NavigationProgress {
  /** Starts waiting for a screen. The returned function ends the wait. */
  begin(): () => void
}

/** Writes the progress of the navigation to the next screen into `state`. */
export function createNavigationProgress(state: NavigationState): NavigationProgress {
  let awaitedScreens = 0
  let timers: readonly ReturnType<typeof setTimeout>[] = []

  function replaceTimers(...newTimers: readonly ReturnType<typeof setTimeout>[]): void {
    for (const timer of timers) clearTimeout(timer)
    timers = newTimers
  }

  function start(): void {
    Object.assign(state, { phase: 'loading', progress: rules.BAR_MINIMUM, isCovered: false, navigationCount: state.navigationCount + 1 })
    replaceTimers(
      setInterval(() => (state.progress = advancedProgress(state.progress)), rules.BAR_TRICKLE_MS),
      setTimeout(() => (state.isCovered = true), rules.COVER_AFTER_MS),
    )
  }

  function arrive(): void {
    Object.assign(state, { phase: 'arrived', progress: 1 })
    replaceTimers(setTimeout(() => Object.assign(state, { phase: 'idle', progress: 0, isCovered: false }), rules.OVERLAY_CLEANUP_MS))
  }

  return {
    begin() {
      awaitedScreens += 1
      if (awaitedScreens === 1) start()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        awaitedScreens -= 1
        if (awaitedScreens === 0) arrive()
      }
    },
  }
}

function advancedProgress(progress: number): number {
  return Math.min(progress + (1 - progress) * TRICKLE_SHARE, rules.BAR_MAXIMUM)
}
