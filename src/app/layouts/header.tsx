import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { Brand } from './brand.tsx'
import { CreditsChip } from './credits-chip.tsx'
import styles from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { StateChip } from './state-chip.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useShellPopovers } from './use-shell-popovers.ts'
import { UserMenu } from './user-menu.tsx'

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
