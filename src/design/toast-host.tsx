import 'sonner/dist/styles.css'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import { type ToastContent, TOASTS_SHOWN, TOAST_AFTER_CLICK_MS } from '#shared/domain/toast-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button, IconButton } from './button.tsx'
import { subjectInView, followSubjectInView } from './subject-in-view.ts'
import { useDesignTexts } from './design-texts.ts'
import { publishToast } from './follow-toasts.ts'
import { Icon } from './icon.tsx'
import styles from './toast-host.module.css'

const OFFSET = { top: 'var(--toast-top)' }

const toastIndexes = createToastIndexes()
let hostElement: HTMLElement | undefined
let shownCount = 0

/**
 * While the screen shows a subject (a commit), all toasts about subjects share this id. So each of them replaces the one before it,
 * because the screen has room for one line.
 */
const LINE_ID = 'line'
let lastLineId: string | undefined

/** Shows a toast for `durationMs`. It replaces a toast with the same id. */
export function presentToast({ id, color, title, description, subjectId, action }: ToastContent, durationMs: number): void {
  hostElement ??= mountHost()
  raiseIntoDialog(hostElement)
  const isLineToast = subjectId !== undefined && subjectInView() !== null
  const isReplacement = id !== undefined && (toastIndexes.indexOf(id) !== undefined || (isLineToast && id === lastLineId))
  if (isLineToast) lastLineId = id
  publishToast({ ...(id === undefined ? {} : { id }), color, title, ...(description === undefined ? {} : { description }) }, isReplacement)
  const index = toastIndexes.allocate(isLineToast ? LINE_ID : id)
  const optionalProps = { ...(description && { description }), ...(subjectId && { subjectId }), ...(action && { action }) }
  const cardProps = { color, title, durationMs, onEnd: () => endByIndex(index), ...optionalProps }
  shownCount += 1
  const key = shownCount
  toast.custom(() => <ToastCard key={key} {...cardProps} />, { id: index, duration: Number.POSITIVE_INFINITY })
}

/** Removes the toast of this id, if it is shown. */
export function endToast(id: string): void {
  const index = toastIndexes.indexOf(id)
  if (index !== undefined) endByIndex(index)
}

export function endAllToasts(): void {
  toastIndexes.clear()
  toast.dismiss()
}

function endByIndex(index: number): void {
  toastIndexes.release(index)
  toast.dismiss(index)
}

function mountHost(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  element.className = styles['host'] ?? ''
  element.popover = 'manual'
  element.showPopover?.()
  createRoot(element).render(<Toaster position="top-center" visibleToasts={TOASTS_SHOWN} expand offset={OFFSET} mobileOffset={OFFSET} />)
  return element
}

/** Moves the toasts into an open dialog, because the dialog makes everything outside it inert. */
function raiseIntoDialog(element: HTMLElement): void {
  if (!element.isConnected) moveTo(document.body, element)
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined || dialog.contains(element)) return
  moveTo(dialog, element)
  dialog.addEventListener('close', () => dialog.contains(element) && moveTo(document.body, element), { once: true })
}

/** Moves an element that is a popover. The browser closes a moved popover, so the popover is opened again, above all other popovers. */
function moveTo(parent: HTMLElement, element: HTMLElement): void {
  parent.append(element)
  element.showPopover?.()
}

interface ToastIndexes {
  /** Returns the number of a toast: the number of the shown toast with this id, or a new one. */
  readonly allocate: (id: string | undefined) => number
  /** Removes the number and the toast's id from the table. */
  readonly release: (index: number) => void
  readonly indexOf: (id: string) => number | undefined
  readonly clear: () => void
}

/** Creates the table of the shown toasts, from toast id to number. No number is used twice: a removed toast may still be fading out. */
export function createToastIndexes(): ToastIndexes {
  const indexes = new Map<string, number>()
  let lastIndex = 0
  return {
    allocate(id) {
      const index = (id === undefined ? undefined : indexes.get(id)) ?? ++lastIndex
      if (id !== undefined) indexes.set(id, index)
      return index
    },
    release(endedIndex) {
      for (const [id, index] of indexes) if (index === endedIndex) indexes.delete(id)
    },
    indexOf: (id) => indexes.get(id),
    clear: () => indexes.clear(),
  }
}

const ICONS = { success: 'check', error: 'alert', info: 'film' } as const

interface ToastCardProps extends Pick<ToastContent, 'color' | 'title' | 'description' | 'subjectId' | 'action'> {
  readonly durationMs: number
  readonly onEnd: () => void
}

/** One toast. It is in a polite live region; an error toast is an alert. */
function ToastCard({ color, title, description, subjectId, action, durationMs, onEnd }: ToastCardProps) {
  const text = useText()
  const designTexts = useDesignTexts()
  const ref = useRef<HTMLDivElement>(null)
  const isOneLine = useSyncExternalStore(followSubjectInView, subjectInView) !== null && subjectId !== undefined
  const { pauseHandlers, endSoon, restoreFocus } = useToastTimer(durationMs, onEnd)
  // The toast library makes the card's wrapper a tab stop, without a focus ring and without pausing the timer.
  useLayoutEffect(() => ref.current?.closest('[tabindex]')?.setAttribute('tabindex', '-1'), [])
  const closeToast = (event: React.SyntheticEvent<HTMLElement>) => {
    event.stopPropagation()
    restoreFocus(event.currentTarget)
    onEnd()
  }
  const runAction = (event: React.SyntheticEvent<HTMLElement>) => {
    action?.run()
    closeToast(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button beside it does the same at once
    <div ref={ref} className={styles['toast']} data-color={color} data-line={isOneLine || undefined} onClick={endSoon} {...pauseHandlers}>
      <Icon name={ICONS[color]} />
      <div className={styles['words']} role={color === 'error' ? 'alert' : undefined}>
        <p className={styles['title']}>{title}</p>
        {description !== undefined && <p className={isOneLine ? 'visually-hidden' : styles['description']}>{description}</p>}
      </div>
      {action !== undefined && (
        <Button variant="plain" onClick={runAction}>
          {action.label}
        </Button>
      )}
      <IconButton
        icon="close"
        label={designTexts?.text('toast.close') ?? text('toast.close')}
        lang={designTexts?.language}
        onClick={closeToast}
      />
    </div>
  )
}

type HoldHandlers = Pick<React.DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

interface ToastTimer {
  /** Event handlers of the toast's element. A pointer over it, focus inside it and a hidden tab pause the timer. */
  readonly pauseHandlers: HoldHandlers
  /** After a click on the toast it ends soon, even while its timer is paused. */
  readonly endSoon: () => void
  /**
   * Returns the focus from the close button to the element that had it before. If the toast list's shortcut key moved the focus, the list
   * restores it.
   */
  readonly restoreFocus: (button: HTMLElement) => void
}

/** The timer that ends a toast after its duration, which may be infinite. */
function useToastTimer(durationMs: number, onEnd: () => void): ToastTimer {
  const [isPointerOver, setIsPointerOver] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [isClicked, setIsClicked] = useState(false)
  const isHidden = useIsTabHidden()
  const remainingMs = useRef(durationMs)
  const previousFocus = useRef<Element | null>(null)
  const endNow = useEffectEvent(onEnd)
  const isRunning = Number.isFinite(durationMs) && !isPointerOver && !isFocused && !isHidden
  useEffect(() => {
    if (!isRunning) return undefined
    const startedAtMs = performance.now()
    const timer = setTimeout(() => endNow(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(TOAST_AFTER_CLICK_MS, remainingMs.current - (performance.now() - startedAtMs))
    }
  }, [isRunning])
  useEffect(() => {
    if (!isClicked) return undefined
    const timer = setTimeout(() => endNow(), TOAST_AFTER_CLICK_MS)
    return () => clearTimeout(timer)
  }, [isClicked])
  const onFocus = ({ currentTarget, relatedTarget }: React.FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
    setIsFocused(true)
  }
  return {
    pauseHandlers: {
      onPointerEnter: () => setIsPointerOver(true),
      onPointerLeave: () => setIsPointerOver(false),
      onFocus,
      onBlur: () => setIsFocused(false),
    },
    endSoon: () => setIsClicked(true),
    restoreFocus(button) {
      // The toast list restores the focus that its own shortcut key moved.
      if (previousFocus.current?.contains(button) === true) button.blur()
      else if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
    },
  }
}

function useIsTabHidden(): boolean {
  return useSyncExternalStore(followVisibility, () => document.hidden)
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
