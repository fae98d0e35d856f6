import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { FirstPicture } from '#src/features/home/first-picture.tsx'
import { HomeHead } from '#src/features/home/home-head.tsx'
import { Modes } from '#src/features/home/modes.tsx'
import { useText } from '#src/lib/i18n.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useOpenInTool } from '#src/lib/file-drop.ts'
import { useFileDrop } from '#src/lib/file-drop.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { DropOverlay } from '#src/ui/drop-overlay.tsx'
import styles from './home-page.module.css'
import { PendingOrders } from './pending-orders.tsx'
import { WorkGrid } from './work-grid.tsx'

const SHOWN_CREATIONS = 8

const HotEffects = lazyPart(['gallery'], async () => (await import('#src/features/gallery/hot-effects.tsx')).HotEffects)

export function HomePage(): ReactElement {
  const text = useText()
  const isHovering = useFileDrop(useOpenInTool())
  return (
    <div className={styles['home']}>
      {isHovering && <DropOverlay />}
      <HomeHead />
      <PendingOrders />
      <Modes />
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
        <WorkGrid creations={SHOWN_CREATIONS} empty={<FirstPicture />} />
      </section>
    </div>
  )
}
