import { Suspense } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { FirstVideoNote, HomeHead } from '#src/content/home/home-head.tsx'
import { ModeCards } from '#src/content/home/mode-cards.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { useOpenInTool } from '#src/pictures/open-in-tool.ts'
import { useFileDrop } from '#src/pictures/use-file-drop.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { DropOverlay } from '#src/design/drop-overlay.tsx'
import styles from './home-page.module.css'
import { PendingOrders } from '#src/billing/orders/pending-orders.tsx'
import { WorkGrid } from './work-grid.tsx'

const SHOWN_CREATION_COUNT = 8

const HotEffects = lazyPart(['gallery'], async () => (await import('#src/gallery/hot-effects.tsx')).HotEffects)

export function HomePage() {
  const text = useText()
  const isHovering = useFileDrop(useOpenInTool())
  return (
    <div className={styles['home']}>
      {isHovering && <DropOverlay />}
      <HomeHead />
      <PendingOrders />
      <ModeCards />
      <Suspense fallback={<div className={styles['hotPlaceholder']} />}>
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
        <WorkGrid creationCount={SHOWN_CREATION_COUNT} empty={<FirstVideoNote />} />
      </section>
    </div>
  )
}
