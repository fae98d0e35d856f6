import 'sonner/dist/styles.css'
import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import { type ToastContent, TOASTS_SHOWN } from '#shared/domain/toast-rules.ts'
import styles from './toast-host.module.css'
import { ToastCard } from './toast-card.tsx'
import { publishToast } from './follow-toasts.ts'

const OFFSET = { top: 'var(--toast-top)' }

const places = createToastSlots()
let host: HTMLElement | undefined
let shown = 0

/** Shows a toast for a time in ms; one with the same id is replaced. */
export function presentToast({ id, color, title, description, action }: ToastContent, durationMs: number): void {
  host ??= mountHost()
  raise(host)
  const isInPlace = id !== undefined && places.placeOf(id) !== undefined
  publishToast({ ...(id === undefined ? {} : { id }), color, title, ...(description === undefined ? {} : { description }) }, isInPlace)
  const place = places.take(id)
  const card = { color, title, durationMs, onEnd: () => leave(place), ...(description && { description }), ...(action && { action }) }
  shown += 1
  const key = shown
  toast.custom(() => <ToastCard key={key} {...card} />, { id: place, duration: Number.POSITIVE_INFINITY })
}

/** Removes the toast of this id, if it is shown. */
export function endToast(id: string): void {
  const place = places.placeOf(id)
  if (place !== undefined) leave(place)
}

/** Removes all toasts. */
export function endAllToasts(): void {
  places.clear()
  toast.dismiss()
}

function leave(place: number): void {
  places.leave(place)
  toast.dismiss(place)
}

function mountHost(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  element.className = styles['host'] ?? ''
  element.popover = 'manual'
  element.showPopover?.()
  createRoot(element).render(<Toaster position="top-center" visibleToasts={TOASTS_SHOWN} expand offset={OFFSET} mobileOffset={OFFSET} />)
  return element
}

/** An open dialog makes everything outside it inert, so toasts are moved inside it while it is open. */
function raise(element: HTMLElement): void {
  if (!element.isConnected) moveTo(document.body, element)
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined || dialog.contains(element)) return
  moveTo(dialog, element)
  dialog.addEventListener('close', () => dialog.contains(element) && moveTo(document.body, element), { once: true })
}

/** Moving closes the popover; showing it again puts it on top. */
function moveTo(parent: HTMLElement, element: HTMLElement): void {
  parent.append(element)
  element.showPopover?.()
}

interface ToastSlots {
  /** The slot of a toast: a new one, or that of the toast shown under its id. */
  readonly take: (id: string | undefined) => number
  /** Frees the slot and its id. */
  readonly leave: (place: number) => void
  readonly placeOf: (id: string) => number | undefined
  readonly clear: () => void
}

/** The slots of toasts, one per id. A slot is never reused, because a removed toast may still be fading out. */
export function createToastSlots(): ToastSlots {
  const places = new Map<string, number>()
  let last = 0
  return {
    take(id) {
      const place = (id === undefined ? undefined : places.get(id)) ?? ++last
      if (id !== undefined) places.set(id, place)
      return place
    },
    leave(left) {
      for (const [id, place] of places) if (place === left) places.delete(id)
    },
    placeOf: (id) => places.get(id),
    clear: () => places.clear(),
  }
}
