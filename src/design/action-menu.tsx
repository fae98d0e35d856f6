import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { followResize } from '#src/browser/follow-resize.ts'
import styles from './action-menu.module.css'
import { type IconName, Icon } from './icon.tsx'
import { IconButton } from './button.tsx'

export interface MenuAction {
  readonly key: string
  readonly label: string
  readonly icon: IconName
  readonly isDanger?: boolean
  readonly run: () => void
}

interface ActionMenuProps {
  readonly label: string
  readonly actions: readonly MenuAction[]
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A button that opens a menu of more actions. The browser closes the menu on Escape and on a press outside. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Whether the menu was opened before. Its items are rendered only then, because a list has hundreds of menus. */
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => (isOpen ? followResize(() => positionBeside(menu.current, button.current)) : undefined), [isOpen])
  const openMenu = () => {
    const { current } = menu
    if (current === null) return
    flushSync(() => setWasOpened(true))
    current.showPopover()
    positionBeside(current, button.current)
    itemsOf(current)[0]?.focus()
  }
  const runAction = (run: () => void) => {
    menu.current?.hidePopover()
    run()
  }
  return (
    <span ref={button} className={styles['holder']}>
      <IconButton
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (isOpen ? menu.current?.hidePopover() : openMenu())}
      />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus */}
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        className={styles['menu']}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={moveFocus}
      >
        {wasOpened &&
          actions.map((action) => (
            <button
              key={action.key}
              type="button"
              role="menuitem"
              className={styles['item']}
              data-danger={action.isDanger || undefined}
              onClick={() => runAction(action.run)}
            >
              <Icon name={action.icon} />
              {action.label}
            </button>
          ))}
      </div>
    </span>
  )
}

function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const focusedIndex = items.findIndex((item) => item === document.activeElement)
  const step = ARROW_STEPS[event.key]
  const nextIndex = step === undefined ? { Home: 0, End: items.length - 1 }[event.key] : (focusedIndex + step + items.length) % items.length
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (nextIndex === undefined) return
  event.preventDefault()
  items[nextIndex]?.focus()
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
}

/** Positions the menu below its button if there is room, else above, and always inside the window. */
function positionBeside(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (menu === null || button === null) return
  const { top, bottom, right } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const width = document.documentElement.clientWidth
  const hasRoomBelow = bottom + offsetHeight <= innerHeight
  menu.style.top = `${Math.max(0, Math.min(hasRoomBelow ? bottom : top - offsetHeight, innerHeight - offsetHeight))}px`
  menu.style.left = `${Math.max(0, Math.min(right, width) - offsetWidth)}px`
}
