import type { ReactElement } from 'react'
import { UpdateOffer } from '#src/app/update-offer.tsx'
import { Brand } from './brand.tsx'
import { CreditsChip } from './credits-chip.tsx'
import styles from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { StateChip } from './state-chip.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useShellPopovers } from './use-shell-popovers.ts'
import { UserMenu } from './user-menu.tsx'
import { WorkChip } from './work-chip.tsx'

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
          <WorkChip />
          <CreditsChip />
          <span className={styles['theme']}>
            <ThemeToggle />
          </span>
          <UserMenu />
        </div>
      </div>
      <UpdateOffer />
    </header>
  )
}
