import { Suspense, useEffect, useRef } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { toggleTheme, themeOf } from '#src/browser/theme.ts'
import { useText } from '#src/i18n/i18n.ts'
import { preferences } from '#src/store/preferences.ts'
import { useSnapshot } from '#src/store/state.ts'
import { iconButtonClass } from '#src/design/button-class.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import { Brand } from './brand.tsx'
import { CreditsChip } from './credits-chip.tsx'
import styles from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { StateChip } from './state-chip.tsx'
import { UserMenu } from './user-menu.tsx'
import { closePopovers, isBesidePopovers } from './shell-popover.tsx'

const WorkChip = lazyPart([], async () => (await import('./work-chip.tsx')).WorkChip)

/**
 * The header: logo, navigation and state. The two chips that appear temporarily are before the permanent items at the end, so that these
 * items do not move.
 */
export function Header() {
  useShellPopovers()
  return (
    <header className={styles['header']}>
      <div className={styles['inner']}>
        <Brand />
        <MainNav />
        <StateChip />
        <div className={styles['side']}>
          <Suspense>
            <WorkChip />
          </Suspense>
          <CreditsChip />
          <span className={styles['theme']}>
            <ThemeToggle />
          </span>
          <UserMenu />
        </div>
      </div>
    </header>
  )
}

function ThemeToggle() {
  const text = useText()
  const isDark = themeOf(useSnapshot(preferences).colorMode) === 'dark'
  const label = text(isDark ? 'theme.toLight' : 'theme.toDark')
  return (
    <button type="button" className={iconButtonClass} aria-label={label} title={label} onClick={toggleTheme}>
      <ShellIcon name={isDark ? 'sun' : 'moon'} />
    </button>
  )
}

/**
 * Closes the popovers when the user presses or tabs outside of them, or opens another screen. Opening a viewer does not close them.
 */
function useShellPopovers(): void {
  const [path] = useLocation()
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current !== path) closePopovers()
    shownPath.current = path
  }, [path])
  useEffect(() => {
    const closeIfOutside = ({ target }: Event) => {
      if (target instanceof Element && isBesidePopovers(target)) closePopovers()
    }
    // Captured, because another handler may remove the pressed element before the event bubbles up to here.
    const closeOnTab = (event: KeyboardEvent) => {
      if (event.key === 'Tab') closeIfOutside(event)
    }
    document.addEventListener('click', closeIfOutside, true)
    document.addEventListener('keyup', closeOnTab)
    return () => {
      document.removeEventListener('click', closeIfOutside, true)
      document.removeEventListener('keyup', closeOnTab)
      closePopovers()
    }
  }, [])
}
