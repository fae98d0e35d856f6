import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { usePerson } from '#src/app/use-person.ts'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { Brand } from './brand.tsx'
import { CreditsChip } from './credits-chip.tsx'
import styles from './header.module.css'
import { NAV_ITEMS } from './nav-items.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkChip } from './work-chip.tsx'

export function Header(): ReactElement {
  const text = useText()
  const current = useCurrentScreen()
  const { isMember } = usePerson()
  return (
    <header className={styles['header']}>
      <div className={styles['inner']}>
        <Brand />
        <nav className={styles['nav']} aria-label={text('nav.label')}>
          {NAV_ITEMS.filter(({ route }) => route !== 'pricing' || !isMember).map(({ route, label }) => (
            <Link key={route} href={linkTo(route)} className={styles['link']} aria-current={route === current ? 'page' : undefined}>
              {text(label)}
            </Link>
          ))}
        </nav>
        <div className={styles['side']}>
          <WorkChip />
          <CreditsChip />
          <ThemeToggle />
          <UserMenu />
        </div>
      </div>
    </header>
  )
}
