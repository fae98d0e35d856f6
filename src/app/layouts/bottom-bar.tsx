import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './bottom-bar.module.css'
import { NAV_ITEMS } from './nav-items.ts'

/** The way around on a phone. */
export function BottomBar(): ReactElement {
  const text = useText()
  const current = useCurrentScreen()
  return (
    <nav className={styles['bar']} aria-label={text('nav.phoneLabel')}>
      {NAV_ITEMS.filter(({ isInBottomBar }) => isInBottomBar).map(({ route, icon, label }) => (
        <Link key={route} href={linkTo(route)} className={styles['link']} aria-current={route === current ? 'page' : undefined}>
          <Icon name={icon} />
          {text(label)}
        </Link>
      ))}
    </nav>
  )
}
