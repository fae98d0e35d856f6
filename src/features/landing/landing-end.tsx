import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useOpenInTool } from '#src/lib/file-drop.ts'
import { FileButton } from '#src/ui/file-button.tsx'
import styles from './landing-end.module.css'

/** What it costs, and the way in once more. */
export function LandingEnd(): ReactElement {
  const text = useText()
  const openInTool = useOpenInTool()
  return (
    <section className={styles['end']} aria-labelledby="end-title">
      <h2 id="end-title" className={styles['title']}>
        {text('landing.end')}
      </h2>
      <p className={styles['price']}>
        {text('landing.price', { points: BASE_POINTS })}{' '}
        <Link href={linkTo('pricing')} className={styles['link']}>
          {text('landing.pricing')}
        </Link>
      </p>
      <FileButton look="primary" size="l" icon="image" label={text('landing.choose')} onFile={(file) => openInTool([file])} />
    </section>
  )
}
