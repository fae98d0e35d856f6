import type { ReactElement } from 'react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SceneMove } from '#src/ui/scene/scene.tsx'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Scene } from '#src/ui/scene/scene.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import styles from './landing-page.module.css'

const MOVES = ['none', 'push', 'pull', 'pan', 'orbit'] as const satisfies readonly SceneMove[]
const STEPS = ['picture', 'words', 'video'] as const
const PROMISES = ['credits', 'work', 'waiting'] as const

export function LandingPage(): ReactElement {
  const text = useText()
  const [move, setMove] = useState<SceneMove>('push')
  return (
    <div className={styles['landing']}>
      <section className={styles['hero']}>
        <h1 className={styles['title']}>{text('landing.title')}</h1>
        <p className={styles['lead']}>{text('landing.lead', { points: BASE_POINTS })}</p>
        <div className={styles['actions']}>
          <Link href={linkTo('imageToVideo')} className={buttonClass('primary', 'l')}>
            <Icon name="create" />
            {text('landing.create')}
          </Link>
          <Link href={linkTo('home')} className={buttonClass('quiet', 'l')}>
            {text('landing.look')}
          </Link>
        </div>
      </section>
      <figure className={styles['stage']}>
        <div className={styles['frame']}>
          <Scene move={move} />
        </div>
        <figcaption className={styles['caption']}>
          <div className={styles['moves']}>
            <Segmented
              label={text('landing.moves')}
              options={MOVES.map((value) => ({ value, label: text(`landing.move.${value}`) }))}
              value={move}
              onValue={setMove}
            />
          </div>
          <p className={styles['honest']}>{text('landing.drawn')}</p>
        </figcaption>
      </figure>
      <ol className={styles['steps']}>
        {STEPS.map((step, index) => (
          <li key={step} className={styles['step']}>
            <span className={styles['number']}>{index + 1}</span>
            <h2 className={styles['stepTitle']}>{text(`landing.step.${step}`)}</h2>
            <p className={styles['stepText']}>{text(`landing.step.${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <section className={styles['promises']} aria-label={text('landing.promises')}>
        {PROMISES.map((promise) => (
          <div key={promise}>
            <h2 className={styles['promise']}>{text(`landing.promise.${promise}`)}</h2>
            <p className={styles['stepText']}>{text(`landing.promise.${promise}Text`)}</p>
          </div>
        ))}
      </section>
    </div>
  )
}
