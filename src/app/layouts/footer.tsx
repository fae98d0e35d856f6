import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import styles from './footer.module.css'

const LINKS = [
  { route: 'resource', label: 'nav.resource' },
  { route: 'support', label: 'nav.support' },
  { route: 'privacy', label: 'nav.privacy' },
  { route: 'terms', label: 'nav.terms' },
] as const

export function Footer(): ReactElement {
  const text = useText()
  return (
    <footer className={styles['footer']}>
      <p>{text('footer.line')}</p>
      <nav className={styles['links']} aria-label={text('footer.label')}>
        {LINKS.map(({ route, label }) => (
          <Link key={route} href={linkTo(route)} className={styles['link']}>
            {text(label)}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
