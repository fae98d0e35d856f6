import { Suspense, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useSnapshot, proxy } from '#src/store/state.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { Spinner } from '#src/design/loading.tsx'
import styles from './shell-popover.module.css'

/** The header's popovers, of which at most one is open. Rule: docs/platform.md, "Popovers". */
export const SHELL_POPOVERS = ['aiVideo', 'aiEffects', 'userMenu'] as const
type ShellPopoverName = (typeof SHELL_POPOVERS)[number]

/** Layers outside of all popovers in which a press does not close the open popover. */
const KNOWN_CONTAINERS = 'dialog, [data-sonner-toaster]'
/** Marks the element that contains a popover's trigger and its content. */
const POPOVER_MARK = 'data-shell-popover'

export const shellPopovers = proxy<{ open: ShellPopoverName | null }>({ open: null })

/** Opens the popover, or closes it if it is open. Opening one popover closes the others. */
export function togglePopover(name: ShellPopoverName): void {
  shellPopovers.open = shellPopovers.open === name ? null : name
}

export function openPopover(name: ShellPopoverName): void {
  shellPopovers.open = name
}

export function closePopovers(): void {
  shellPopovers.open = null
}

export function isInKnownContainer(target: Pick<Element, 'closest'>): boolean {
  return target.closest(KNOWN_CONTAINERS) !== null
}

/** Whether a press on this element closes the open popover. */
export function isBesidePopovers(target: Pick<Element, 'closest'>): boolean {
  return target.closest(`[${POPOVER_MARK}]`) === null && !isInKnownContainer(target)
}

interface ShellPopoverProps {
  readonly name: ShellPopoverName
  readonly className: string | undefined
  /** The accessible name of the trigger, if its content has no text. */
  readonly label?: string
  readonly panelLabel: string
  readonly current?: 'page' | 'true' | undefined
  readonly trigger: React.ReactNode
  readonly children: React.ReactNode
}

const FOCUSABLE_ITEM = 'a[href], button:not(:disabled)'

/**
 * A trigger button. While the popover is open, its content follows the button in the DOM, so that Tab moves into it.
 * Rule: docs/platform.md, "Popovers".
 */
export function ShellPopover({ name, className, label, panelLabel, current, trigger, children }: ShellPopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const mustFocusContent = useRef(false)
  const isOpen = useSnapshot(shellPopovers).open === name
  // The content opens one frame late but closes at once: the menu of one account must never show another account's data.
  const isShown = useAfterPaint(isOpen) && isOpen
  const toggle = () => {
    mustFocusContent.current = false
    closeNativePopovers()
    togglePopover(name)
  }
  const openByArrowKey = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    if (isOpen) return focusFirstItem(document.getElementById(id))
    mustFocusContent.current = true
    closeNativePopovers()
    openPopover(name)
  }
  return (
    <div className={styles['container']} data-name={name} {...{ [POPOVER_MARK]: name }}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-current={current}
        aria-expanded={isOpen}
        aria-controls={isShown ? id : undefined}
        onClick={toggle}
        onKeyDown={openByArrowKey}
      >
        {trigger}
      </button>
      {isShown && (
        <Panel id={id} label={panelLabel} button={button}>
          <Suspense fallback={<PanelPlaceholder />}>
            {children}
            <FocusWhenLoaded panelId={id} mustFocusContent={mustFocusContent} />
          </Suspense>
        </Panel>
      )}
    </div>
  )
}

interface PanelProps {
  readonly id: string
  readonly label: string
  readonly button: React.RefObject<HTMLButtonElement | null>
  readonly children: React.ReactNode
}

function Panel({ id, label, button, children }: PanelProps) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const panel = ref.current
    const trigger = button.current
    const closeOnEscape = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || (target instanceof Element && isInKnownContainer(target))) return
      closePopovers()
      trigger?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      if (panel?.contains(document.activeElement) === true) trigger?.focus({ preventScroll: true })
    }
  }, [button])
  return (
    <section ref={ref} id={id} aria-label={label} className={styles['panel']}>
      {children}
    </section>
  )
}

function PanelPlaceholder() {
  return (
    <div className={styles['waiting']}>
      <Spinner />
    </div>
  )
}

/**
 * Rendered together with lazily loaded content. It moves the focus into the content if the user opened the popover with an arrow
 * key.
 */
function FocusWhenLoaded({
  panelId,
  mustFocusContent,
}: {
  readonly panelId: string
  readonly mustFocusContent: React.RefObject<boolean>
}): null {
  useEffect(() => {
    if (mustFocusContent.current) focusFirstItem(document.getElementById(panelId))
  }, [panelId, mustFocusContent])
  return null
}

function focusFirstItem(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>(FOCUSABLE_ITEM)?.focus()
}

/** Closes the browser's native popovers. The browser does that on a press, but not when a popover of this page opens with a key. */
function closeNativePopovers(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')) element.hidePopover()
}
