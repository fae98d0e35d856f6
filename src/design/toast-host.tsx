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
let host: HTMLElement | undefined
let shown = 0

/**
 * The shared id of all toasts about a subject while the screen shows a subject. Each of them replaces the toast before it, because the
 * screen has room for one line.
 */
const LINE_ID = 'line'
let lastLineId: string | undefined

/** Shows a toast for `durationMs`. It replaces a toast with the same id. */
export function presentToast({ id, color, title, description, subjectId, action }: ToastContent, durationMs: number): void {
  host ??= mountHost()
  raise(host)
  const isAboutWork = subjectId !== undefined && subjectInView() !== null
  const isReplacement = id !== undefined && (toastIndexes.indexOf(id) !== undefined || (isAboutWork && id === lastLineId))
  if (isAboutWork) lastLineId = id
  publishToast({ ...(id === undefined ? {} : { id }), color, title, ...(description === undefined ? {} : { description }) }, isReplacement)
  const index = toastIndexes.allocate(isAboutWork ? LINE_ID : id)
  const extras = { ...(description && { description }), ...(subjectId && { subjectId }), ...(action && { action }) }
  const card = { color, title, durationMs, onEnd: () => leave(index), ...extras }
  shown += 1
  const key = shown
  toast.custom(() => <ToastCard key={key} {...card} />, { id: index, duration: Number.POSITIVE_INFINITY })
}

/** Removes the toast of this id, if it is shown. */
export function endToast(id: string): void {
  const index = toastIndexes.indexOf(id)
  if (index !== undefined) leave(index)
}

export function endAllToasts(): void {
  toastIndexes.clear()
  toast.dismiss()
}

function leave(index: number): void {
  toastIndexes.leave(index)
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
function raise(element: HTMLElement): void {
  if (!element.isConnected) moveTo(document.body, element)
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined || dialog.contains(element)) return
  moveTo(dialog, element)
  dialog.addEventListener('close', () => dialog.contains(element) && moveTo(document.body, element), { once: true })
}

/** Moving an element closes its popover, so it is shown again, above all others. */
function moveTo(parent: HTMLElement, element: HTMLElement): void {
  parent.append(element)
  element.showPopover?.()
}

interface ToastIndexes {
  /** Returns the number of a toast: the number of the shown toast with this id, or a new one. */
  readonly allocate: (id: string | undefined) => number
  /** Removes the number and the toast's id from the table. */
  readonly leave: (index: number) => void
  readonly indexOf: (id: string) => number | undefined
  readonly clear: () => void
}

/** The internal number of each shown toast. A number is never reused, because a removed toast may still be fading out. */
export function createToastIndexes(): ToastIndexes {
  const indexes = new Map<string, number>()
  let last = 0
  return {
    allocate(id) {
      const index = (id === undefined ? undefined : indexes.get(id)) ?? ++last
      if (id !== undefined) indexes.set(id, index)
      return index
    },
    leave(left) {
      for (const [id, index] of indexes) if (index === left) indexes.delete(id)
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
  const chosen = useDesignTexts()
  const ref = useRef<HTMLDivElement>(null)
  const isLine = useSyncExternalStore(followSubjectInView, subjectInView) !== null && subjectId !== undefined
  const { hold, endSoon, giveFocusBack } = useToastTimer(durationMs, onEnd)
  // The toast library makes the card's wrapper a tab stop, without a focus ring and without pausing the timer.
  useLayoutEffect(() => ref.current?.closest('[tabindex]')?.setAttribute('tabindex', '-1'), [])
  const putAway = (event: React.SyntheticEvent<HTMLElement>) => {
    event.stopPropagation()
    giveFocusBack(event.currentTarget)
    onEnd()
  }
  const answer = (event: React.SyntheticEvent<HTMLElement>) => {
    action?.run()
    putAway(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button beside it does the same at once
    <div ref={ref} className={styles['toast']} data-color={color} data-line={isLine || undefined} onClick={endSoon} {...hold}>
      <Icon name={ICONS[color]} />
      <div className={styles['words']} role={color === 'error' ? 'alert' : undefined}>
        <p className={styles['title']}>{title}</p>
        {description !== undefined && <p className={isLine ? 'visually-hidden' : styles['description']}>{description}</p>}
      </div>
      {action !== undefined && (
        <Button variant="plain" onClick={answer}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={chosen?.text('toast.close') ?? text('toast.close')} lang={chosen?.language} onClick={putAway} />
    </div>
  )
}

type HoldHandlers = Pick<React.DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

interface ToastTimer {
  /** Event handlers of the toast's element. A pointer over it, focus inside it and a hidden tab pause the timer. */
  readonly hold: HoldHandlers
  /** After a click on the toast it ends soon, even while its timer is paused. */
  readonly endSoon: () => void
  /**
   * Returns the focus from the close button to the element that had it before. If the toast list's shortcut key moved the focus, the list
   * restores it.
   */
  readonly giveFocusBack: (button: HTMLElement) => void
}

/** The timer that ends a toast after its duration, which may be infinite. */
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
  const onFocus = ({ currentTarget, relatedTarget }: React.FocusEvent) => {
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
      // The toast list restores the focus that its own shortcut key moved.
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
