import type { ReactElement } from 'react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { PaletteName } from '#src/ui/scene/palettes.ts'
import { useText } from '#src/lib/i18n.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Scene } from '#src/ui/scene/scene.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import styles from './home-page.module.css'
import { PendingOrders } from './pending-orders.tsx'
import { WorkGrid } from './work-grid.tsx'

const SHOWN_CREATIONS = 8

const HotEffects = lazy(() =>
  loadWithTexts('gallery', async () => ({ default: (await import('#src/features/gallery/hot-effects.tsx')).HotEffects })),
)

interface Mode {
  readonly route: 'imageToVideo' | 'startEnd' | 'templates'
  readonly palette: PaletteName
  readonly seed: number
}

const MODES: readonly Mode[] = [
  { route: 'imageToVideo', palette: 'dusk', seed: 7 },
  { route: 'startEnd', palette: 'dawn', seed: 23 },
  { route: 'templates', palette: 'night', seed: 41 },
]

export function HomePage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['home']}>
      <h1 className={styles['title']}>{text('home.title')}</h1>
      <PendingOrders />
      <ul className={styles['modes']}>
        {MODES.map((mode) => (
          <li key={mode.route}>
            <ModeCard {...mode} />
          </li>
        ))}
      </ul>
      <Suspense fallback={<div className={styles['hotPlace']} />}>
        <HotEffects />
      </Suspense>
      <section className={styles['recent']} aria-labelledby="recent-title">
        <header className={styles['head']}>
          <h2 id="recent-title" className={styles['subtitle']}>
            {text('home.recent')}
          </h2>
          <Link href={linkTo('creations')} className={buttonClass('plain')}>
            {text('create.all')}
          </Link>
        </header>
        <WorkGrid
          creations={SHOWN_CREATIONS}
          empty={<StateNote icon="film" title={text('home.emptyTitle')} hint={text('home.emptyHint')} />}
        />
      </section>
    </div>
  )
}

function ModeCard({ route, palette, seed }: Mode): ReactElement {
  const text = useText()
  return (
    <Link href={linkTo(route)} className={styles['mode']}>
      <Scene palette={palette} seed={seed} />
      <span className={styles['shade']} />
      <span className={styles['modeText']}>
        <span className={styles['modeName']}>
          {text(`home.mode.${route}`)}
          <Icon name="arrow" />
        </span>
        <span className={styles['modeHint']}>{text(`home.mode.${route}Hint`)}</span>
      </span>
    </Link>
  )
}
