import { Link, linkTo } from '#src/routing/routes.ts'
import { useHasAccount } from '#src/account/use-account-id.ts'
import { useText } from '#src/i18n/i18n.ts'
import styles from './brand.module.css'

/** The logo: blades in a circle, with a play sign in the middle. */
export function Brand() {
  const text = useText()
  const hasAccount = useHasAccount()
  return (
    <Link href={linkTo(hasAccount ? 'home' : 'landing')} className={styles['brand']} aria-label={text('app.brandLink')}>
      <svg className={styles['mark']} viewBox="0 0 64 64" aria-hidden="true">
        {BLADE_TURNS.map((turn) => (
          <path key={turn} d={BLADE} transform={`rotate(${turn} 32 32)`} />
        ))}
        <path d={PLAY_SIGN} />
      </svg>
      <span className={styles['name']}>{text('app.name')}</span>
    </Link>
  )
}

/** The logo in a viewBox of 64 × 64: one blade, the angles (in degrees) at which it is repeated, and the play sign. */
export const BLADE = 'M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z'
export const BLADE_TURNS = [0, 45, 90, 135, 180, 225, 270, 315] as const
export const PLAY_SIGN = 'M28.6 26.4v11.2l9.2-5.6Z'
