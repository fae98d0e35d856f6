import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { toggleTheme, themeOf } from '#src/platform/color-mode.ts'
import { useText } from '#src/platform/i18n.ts'
import { preferences } from '#src/platform/preferences.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { iconButtonClass } from '#src/design/icon-button-class.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import { Brand } from './brand.tsx'
import { CreditsChip } from './credits-chip.tsx'
import styles from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { StateChip } from './state-chip.tsx'
import { UserMenu } from './user-menu.tsx'
import { closePopovers, isBesidePopovers } from './shell-popovers.ts'

const WorkChip = lazyPart([], async () => (await import('./work-chip.tsx')).WorkChip)

/** Brand, ways around and what is under way; what comes and goes stands before what stays, so that nothing moves. */
export function Header(): ReactElement {
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

function ThemeToggle(): ReactElement {
  const text = useText()
  const isDark = themeOf(useSnapshot(preferences).colorMode) === 'dark'
  const label = text(isDark ? 'theme.toLight' : 'theme.toDark')
  return (
    <button type="button" className={iconButtonClass} aria-label={label} title={label} onClick={toggleTheme}>
      <ShellIcon name={isDark ? 'sun' : 'moon'} />
    </button>
  )
}

/** Closes the popovers on a press or a step of Tab beside them and when the route changes. A viewer over the screen is no other route. */
function useShellPopovers(): void {
  const [path] = useLocation()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) closePopovers()
    shown.current = path
  }, [path])
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof Element && isBesidePopovers(target)) closePopovers()
    }
    // Before anything else hears of it: what was pressed may be gone by the time it comes by here again.
    const lookAtStep = (event: KeyboardEvent) => {
      if (event.key === 'Tab') look(event)
    }
    document.addEventListener('click', look, true)
    document.addEventListener('keyup', lookAtStep)
    return () => {
      document.removeEventListener('click', look, true)
      document.removeEventListener('keyup', lookAtStep)
      closePopovers()
    }
  }, [])
}
