import { useEffect, useState } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { useOpenInTool } from '#src/pictures/open-in-tool.ts'
import { FileButton } from '#src/design/file-button.tsx'
import { requestAppInfo } from '#src/hub-client/app-info.ts'
import { openAdvertisement } from '../advertisement/advertisement-state.ts'
import styles from './landing-hero.module.css'

export function LandingHero() {
  const text = useText()
  return (
    <div className={styles['hero']}>
      <h1 className={styles['title']}>{text('landing.title')}</h1>
      <p className={styles['lead']}>{text('landing.lead', { points: BASE_POINTS })}</p>
      <TryIt />
      <div className={styles['ways']}>
        <Button variant="plain" icon="play" onClick={openAdvertisement}>
          {text('landing.reel')}
        </Button>
        <Link href={linkTo('home')} className={buttonClass('plain')}>
          <Icon name="compass" />
          {text('landing.openApp')}
        </Link>
      </div>
    </div>
  )
}

/** The start for a visitor: a picture that is chosen here opens the form with it. */
function TryIt() {
  const text = useText()
  const openInTool = useOpenInTool()
  const points = useWelcomePoints()
  return (
    <div className={styles['try']}>
      <div className={styles['print']}>
        <FileButton variant="primary" size="l" icon="image" label={text('landing.choose')} onFile={(file) => openInTool([file])} />
        <p className={styles['tryItWays']}>{text('landing.ways')}</p>
      </div>
      <p className={styles['welcome']}>{welcomeLine(points, text)}</p>
    </div>
  )
}

/** The points that a new visitor gets; null until known. */
function useWelcomePoints(): number | null {
  const [points, setPoints] = useState<number | null>(null)
  useEffect(() => void requestAppInfo().then((info) => setPoints(info?.welcomePointsVisitor ?? null)), [])
  return points
}

/** What it costs to start: nothing. Once known, also the visitor's points and the number of videos for them. */
export function welcomeLine(points: number | null, text: Text): string {
  const videos = Math.floor((points ?? 0) / BASE_POINTS)
  return points === null || videos === 0 ? text('landing.noAccount') : text('landing.noAccountPoints', { points, count: videos })
}
