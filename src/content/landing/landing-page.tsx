import { useMemo, useRef } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { useTemplates } from '#src/gallery/use-templates.ts'
import { useTileMotion } from '#src/gallery/use-tile-motion.ts'
import { useOpenInTool } from '#src/pictures/open-in-tool.ts'
import { useFileDrop } from '#src/pictures/use-file-drop.ts'
import { DropOverlay } from '#src/design/drop-overlay.tsx'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { useText } from '#src/i18n/i18n.ts'
import { FileButton } from '#src/design/file-button.tsx'
import type { Template } from '#shared/api/templates.ts'
import { openViewer } from '#src/routing/open-viewer.ts'
import styles from './landing-page.module.css'
import { FilmWall, FilmPoster, FilmTile } from './film-wall.tsx'
import { LandingHero } from './landing-hero.tsx'
import { stageItems, wallItems } from './landing-items.ts'
import { Stage } from './stage.tsx'

export function LandingPage() {
  const { items, status, problem } = useTemplates('explore')
  const screen = useRef<HTMLDivElement>(null)
  useTileMotion(screen)
  const isHovering = useFileDrop(useOpenInTool())
  const stagedItems = useMemo(() => stageItems(items), [items])
  const otherItems = useMemo(() => wallItems(items, stagedItems), [items, stagedItems])
  return (
    <div ref={screen} className={styles['landing']} data-reaches-edges>
      {isHovering && <DropOverlay />}
      <div className={styles['page']}>
        <section className={styles['hero']}>
          <LandingHero />
          <Stage items={stagedItems} isEmpty={status === 'ready' || problem !== null} />
        </section>
        <Steps item={stagedItems[1] ?? stagedItems[0]} />
        <FilmWall items={otherItems} />
        <PromiseList />
        <LandingEnd />
      </div>
    </div>
  )
}

export function LandingEnd() {
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
      <FileButton variant="primary" size="l" icon="image" label={text('landing.choose')} onFile={(file) => openInTool([file])} />
    </section>
  )
}

const PROMISES = ['credits', 'work', 'waiting'] as const

export function PromiseList() {
  const text = useText()
  return (
    <section className={styles['promises']} aria-labelledby="promises-title">
      <h2 id="promises-title" className={styles['promisesTitle']}>
        {text('landing.promises')}
      </h2>
      <ul>
        {PROMISES.map((promise) => (
          <li key={promise} className={styles['promise']}>
            <h3 className={styles['name']}>{text(`landing.promise.${promise}`)}</h3>
            <p className={styles['text']}>{text(`landing.promise.${promise}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STEP_WIDTH_SHARE = 0.3

/** Shows how the app works with one item: its picture, its prompt and its video. */
export function Steps({ item }: { readonly item: Template | undefined }) {
  const text = useText()
  const openTemplate = (template: Template) => openViewer({ items: [{ kind: 'explore', template }], index: 0 })
  return (
    <ol className={styles['steps']}>
      <Step name="picture" number={1}>
        {item !== undefined && <FilmPoster template={item} share={STEP_WIDTH_SHARE} />}
      </Step>
      <Step name="words" number={2}>
        <span className={styles['words']}>{item === undefined ? '' : text('landing.words', { words: item.prompt })}</span>
      </Step>
      <Step name="video" number={3}>
        {item !== undefined && <FilmTile template={item} share={STEP_WIDTH_SHARE} onOpen={openTemplate} />}
      </Step>
    </ol>
  )
}

interface StepProps {
  readonly name: 'picture' | 'words' | 'video'
  readonly number: number
  readonly children: React.ReactNode
}

function Step({ name, number, children }: StepProps) {
  const text = useText()
  return (
    <li className={styles['step']}>
      <div className={styles['sight']}>{children}</div>
      <h2 className={styles['stepsTitle']}>
        <span className={styles['number']}>{number}</span>
        {text(`landing.step.${name}`)}
      </h2>
      <p className={styles['stepsText']}>{text(`landing.step.${name}Text`)}</p>
    </li>
  )
}
