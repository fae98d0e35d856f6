import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import styles from './try-it.module.css'

/** From reading to doing. */
export function TryIt(): ReactElement {
  const text = useText()
  return (
    <section className={styles['place']} aria-labelledby="try-it">
      <h2 id="try-it" className={styles['title']}>
        {text('resource.tryTitle')}
      </h2>
      <p className={styles['hint']}>{text('resource.tryHint')}</p>
      <div className={styles['ways']}>
        <Link href={linkTo('imageToVideo')} className={buttonClass('primary')}>
          {text('resource.tryPhoto')}
        </Link>
        <Link href={linkTo('explore')} className={buttonClass('quiet')}>
          {text('resource.tryIdeas')}
        </Link>
      </div>
    </section>
  )
}
