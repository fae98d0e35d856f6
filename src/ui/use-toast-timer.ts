import type { DOMAttributes, FocusEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TOAST_AFTER_CLICK_MS } from '#shared/domain/toast-rules.ts'
import { useIsTabHidden } from './use-is-tab-hidden.ts'

type Holding = Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

interface ToastTimer {
  /** For the toast's element: a pointer over it or the focus in it holds the time, and so does a tab that is not looked at. */
  readonly hold: Holding
  /** It has been clicked: it goes soon, whatever holds it. */
  readonly endSoon: () => void
  /** From the button that ends it to where it was before it came into the toast, or into their list by its key. */
  readonly giveFocusBack: (button: HTMLElement) => void
}

/** Ends a toast after its time, which may be infinite. */
export function useToastTimer(durationMs: number, onEnd: () => void): ToastTimer {
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
      // The list gives back by itself what its key took.
      if (cameFrom.current?.contains(button) === true) button.blur()
      else if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    },
  }
}
