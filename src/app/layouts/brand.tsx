import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useHasAccount } from '#src/account/use-account-id.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { BLADE, BLADE_TURNS, PLAY } from './brand-mark.ts'
import styles from './brand.module.css'

/** The logo: a fanned stack of cards that opens where the picture plays. */
export function Brand(): ReactElement {
  const text = useText()
  const hasAccount = useHasAccount()
  return (
    <Link href={linkTo(hasAccount ? 'home' : 'landing')} className={styles['brand']} aria-label={text('app.brandLink')}>
      <svg className={styles['mark']} viewBox="0 0 64 64" aria-hidden="true">
        {BLADE_TURNS.map((turn) => (
          <path key={turn} d={BLADE} transform={`rotate(${turn} 32 32)`} />
        ))}
        <path d={PLAY} />
      </svg>
      <span className={styles['name']}>{text('app.name')}</span>
    </Link>
  )
}
