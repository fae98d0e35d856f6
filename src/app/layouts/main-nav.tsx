import { Link, linkTo, useCurrentScreen } from '#src/routing/routes.ts'
import { usePerson } from '../screen-access.ts'
import { useText } from '#src/i18n/i18n.ts'
import { preloadedPart } from '#src/loading/lazy-part.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import styles from './main-nav.module.css'
import { type NavItem, NAV_ITEMS, currentMark } from './nav-items.ts'
import { ShellPopover } from './shell-popover.tsx'

const VideoPanel = preloadedPart(['shell'], async () => (await import('./video-panel.tsx')).VideoPanel)
const EffectsPanel = preloadedPart(['shell'], async () => (await import('./effects-panel.tsx')).EffectsPanel)

export function MainNav() {
  const text = useText()
  const { isMember } = usePerson()
  return (
    <nav className={styles['nav']} aria-label={text('nav.label')}>
      <NavLink item={NAV_ITEMS.home} />
      <NavPopover name="aiVideo" item={NAV_ITEMS.create} Panel={VideoPanel} />
      <NavPopover name="aiEffects" item={NAV_ITEMS.effects} Panel={EffectsPanel} />
      <NavLink item={NAV_ITEMS.explore} />
      <NavLink item={NAV_ITEMS.creations} />
      {!isMember && <NavLink item={NAV_ITEMS.pricing} />}
    </nav>
  )
}

function NavLink({ item }: { readonly item: NavItem }) {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <Link href={linkTo(item.route)} className={styles['link']} aria-current={currentMark(item, screen)}>
      {text(item.label)}
    </Link>
  )
}

interface NavPopoverProps {
  readonly name: 'aiVideo' | 'aiEffects'
  readonly item: NavItem
  readonly Panel: typeof VideoPanel
}

function NavPopover({ name, item, Panel }: NavPopoverProps) {
  const text = useText()
  const screen = useCurrentScreen()
  const label = text(item.label)
  const isCurrent = currentMark(item, screen) !== undefined
  return (
    <ShellPopover
      name={name}
      className={styles['link']}
      panelLabel={label}
      current={isCurrent ? 'true' : undefined}
      trigger={
        <>
          {label}
          <ShellIcon name="chevron" size="s" />
        </>
      }
    >
      <Panel />
    </ShellPopover>
  )
}
