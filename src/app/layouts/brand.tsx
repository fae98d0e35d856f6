import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import styles from './brand.module.css'

const BLADES = [0, 45, 90, 135, 180, 225, 270, 315] as const

/** The mark: the fanned cards of a kinora reel, opened where the picture plays. */
export function Brand(): ReactElement {
  const text = useText()
  return (
    <Link href={linkTo('landing')} className={styles['brand']} aria-label={text('app.brandLink')}>
      <svg className={styles['mark']} viewBox="0 0 64 64" aria-hidden="true">
        {BLADES.map((turn) => (
          <path key={turn} d="M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z" transform={`rotate(${turn} 32 32)`} />
        ))}
        <path d="M28.6 26.4v11.2l9.2-5.6Z" />
      </svg>
      <span className={styles['name']}>{text('app.name')}</span>
    </Link>
  )
}
