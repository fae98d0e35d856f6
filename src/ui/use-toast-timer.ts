import type { DOMAttributes, FocusEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TOAST_AFTER_CLICK_MS } from './toast-rules.ts'

type Holding = Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

interface ToastTimer {
  /** For the toast's element: a pointer over it or the focus in it holds the time. */
  readonly hold: Holding
  /** To where it was before it came into the toast. */
  readonly giveFocusBack: () => void
}

/** Ends a toast after a time of its own; without one nothing is counted here. */
export function useToastTimer(staysMs: number | undefined, onEnd: () => void): ToastTimer {
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const leftMs = useRef(staysMs ?? 0)
  const cameFrom = useRef<Element | null>(null)
  const end = useEffectEvent(onEnd)
  const isRunning = staysMs !== undefined && !isPointed && !isFocused
  useEffect(() => {
    if (!isRunning) return undefined
    const startedMs = performance.now()
    const timer = setTimeout(() => end(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(TOAST_AFTER_CLICK_MS, leftMs.current - (performance.now() - startedMs))
    }
  }, [isRunning])
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
    giveFocusBack() {
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    },
  }
}
