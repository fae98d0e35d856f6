import type { ReactElement } from 'react'
import { useMemo, useRef } from 'react'
import { FilmWall } from '#src/features/landing/film-wall.tsx'
import { LandingEnd } from '#src/features/landing/landing-end.tsx'
import { LandingHero } from '#src/features/landing/landing-hero.tsx'
import { Promises } from '#src/features/landing/promises.tsx'
import { stageItems } from '#src/features/landing/stage-items.ts'
import { Stage } from '#src/features/landing/stage.tsx'
import { Steps } from '#src/features/landing/steps.tsx'
import { wallItems } from '#src/features/landing/wall-items.ts'
import { useTemplates } from '#src/lib/templates/use-templates.ts'
import { useTileMotion } from '#src/lib/tile-motion/use-tile-motion.ts'
import { useOpenInTool } from '#src/lib/file-drop.ts'
import { useFileDrop } from '#src/lib/file-drop.ts'
import { DropOverlay } from '#src/ui/drop-overlay.tsx'
import styles from './landing-page.module.css'

export function LandingPage(): ReactElement {
  const { items, status, problem } = useTemplates('explore')
  const screen = useRef<HTMLDivElement>(null)
  useTileMotion(screen)
  const isHovering = useFileDrop(useOpenInTool())
  const staged = useMemo(() => stageItems(items), [items])
  const others = useMemo(() => wallItems(items, staged), [items, staged])
  return (
    <div ref={screen} className={styles['landing']} data-reaches-edges>
      {isHovering && <DropOverlay />}
      <div className={styles['page']}>
        <section className={styles['hero']}>
          <LandingHero />
          <Stage items={staged} isEmpty={status === 'ready' || problem !== null} />
        </section>
        <Steps item={staged[1] ?? staged[0]} />
        <FilmWall items={others} />
        <Promises />
        <LandingEnd />
      </div>
    </div>
  )
}
