import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { openAdvertisement } from '#src/lib/advertisement-state.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './landing-hero.module.css'
import { TryIt } from './try-it.tsx'

/** What this is, what it costs, and the way in. */
export function LandingHero(): ReactElement {
  const text = useText()
  return (
    <div className={styles['hero']}>
      <h1 className={styles['title']}>{text('landing.title')}</h1>
      <p className={styles['lead']}>{text('landing.lead', { points: BASE_POINTS })}</p>
      <TryIt />
      <div className={styles['ways']}>
        <Button look="plain" icon="play" onClick={openAdvertisement}>
          {text('landing.reel')}
        </Button>
        <Link href={linkTo('home')} className={buttonClass('plain')}>
          <Icon name="compass" />
          {text('landing.look')}
        </Link>
      </div>
    </div>
  )
}
