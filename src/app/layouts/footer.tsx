import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { usePerson } from '#src/app/use-person.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import styles from './footer.module.css'

const LINKS = [
  { route: 'pricing', label: 'nav.pricing' },
  { route: 'resource', label: 'nav.resource' },
  { route: 'support', label: 'nav.support' },
  { route: 'privacy', label: 'nav.privacy' },
  { route: 'terms', label: 'nav.terms' },
] as const

export function Footer(): ReactElement {
  const text = useText()
  const { isMember } = usePerson()
  return (
    <footer className={styles['footer']}>
      <p>{text('footer.line')}</p>
      <nav className={styles['links']} aria-label={text('footer.label')}>
        {LINKS.filter(({ route }) => route !== 'pricing' || !isMember).map(({ route, label }) => (
          <Link key={route} href={linkTo(route)} className={styles['link']}>
            {text(label)}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
