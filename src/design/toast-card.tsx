import type { DOMAttributes, FocusEvent, ReactElement, SyntheticEvent } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { type ToastContent, TOAST_AFTER_CLICK_MS } from '#shared/domain/toast-rules.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { useDesignTexts } from './design-texts.ts'
import styles from './toast-card.module.css'

const ICONS = { success: 'check', error: 'alert', info: 'film' } as const

interface ToastCardProps extends Pick<ToastContent, 'color' | 'title' | 'description' | 'action'> {
  readonly durationMs: number
  readonly onEnd: () => void
}

/** One toast, in a polite live region; an error is an alert. */
export function ToastCard({ color, title, description, action, durationMs, onEnd }: ToastCardProps): ReactElement {
  const text = useText()
  const chosen = useDesignTexts()
  const ref = useRef<HTMLDivElement>(null)
  const { hold, endSoon, giveFocusBack } = useToastTimer(durationMs, onEnd)
  // The library makes the wrapper of the card a tab stop, without a focus ring and without pausing the timer.
  useLayoutEffect(() => ref.current?.closest('[tabindex]')?.setAttribute('tabindex', '-1'), [])
  const putAway = (event: SyntheticEvent<HTMLElement>) => {
    event.stopPropagation()
    giveFocusBack(event.currentTarget)
    onEnd()
  }
  const answer = (event: SyntheticEvent<HTMLElement>) => {
    action?.run()
    putAway(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button beside it does the same at once
    <div ref={ref} className={styles['toast']} data-color={color} onClick={endSoon} {...hold}>
      <Icon name={ICONS[color]} />
      <div className={styles['words']} role={color === 'error' ? 'alert' : undefined}>
        <p className={styles['title']}>{title}</p>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
      </div>
      {action !== undefined && (
        <Button look="plain" onClick={answer}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={chosen?.text('toast.close') ?? text('toast.close')} lang={chosen?.language} onClick={putAway} />
    </div>
  )
}

type CurrentPicture = Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

interface ToastTimer {
  /** For the toast's element: hover, focus inside it and a hidden tab pause the timer. */
  readonly hold: CurrentPicture
  /** After a click it ends soon, even while paused. */
  readonly endSoon: () => void
  /** Returns focus from the close button to where it was before it entered the toast, or the list of toasts by its shortcut key. */
  readonly giveFocusBack: (button: HTMLElement) => void
}

/** Ends a toast after its duration, which may be infinite. */
function useToastTimer(durationMs: number, onEnd: () => void): ToastTimer {
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [isClicked, setIsClicked] = useState(false)
  const isHidden = useIsTabHidden()
  const leftMs = useRef(durationMs)
  const cameFrom = useRef<Element | null>(null)
  const end = useEffectEvent(onEnd)
  const isRunning = Number.isFinite(durationMs) && !isPointed && !isFocused && !isHidden
  useEffect(() => {
    if (!isRunning) return undefined
    const startedMs = performance.now()
    const timer = setTimeout(() => end(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(TOAST_AFTER_CLICK_MS, leftMs.current - (performance.now() - startedMs))
    }
  }, [isRunning])
  useEffect(() => {
    if (!isClicked) return undefined
    const timer = setTimeout(() => end(), TOAST_AFTER_CLICK_MS)
    return () => clearTimeout(timer)
  }, [isClicked])
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
    setIsFocused(true)
  }
  return {
    hold: {
      onPointerEnter: () => setIsPointed(true),
      onPointerLeave: () => setIsPointed(false),
      onFocus,
      onBlur: () => setIsFocused(false),
    },
    endSoon: () => setIsClicked(true),
    giveFocusBack(button) {
      // The list itself restores the focus that its key moved.
      if (cameFrom.current?.contains(button) === true) button.blur()
      else if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    },
  }
}

function useIsTabHidden(): boolean {
  return useSyncExternalStore(follow, () => document.hidden)
}

function follow(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
