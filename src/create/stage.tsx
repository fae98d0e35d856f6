import { Suspense, createContext, useContext, useEffect, useRef } from 'react'
import type { OutputFrame } from '#motion/controls/motion-controls.ts'
import { outputSize, cropStyle } from '#motion/controls/output-window.ts'
import type { PrepareStage } from '#shared/contract/image-contract.ts'
import { workOfCommit } from '#src/creations/list-work.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import { setSubjectInView } from '#src/design/subject-in-view.ts'
import { MediaBox } from '#src/design/media-box.tsx'
import { Button } from '#src/design/button.tsx'
import { Progress } from '#src/design/loading.tsx'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { Icon } from '#src/design/icon.tsx'
import { formKey, stageCommit } from './composer.ts'
import type { PictureFacts } from './picture-slot-state.ts'
import styles from './stage.module.css'
import { useComposer, useShownPictures } from './use-composer.ts'
import stageNoteStyles from './stage-note.module.css'
import { useFormSketch } from './use-form-sketch.ts'

const StagedPicture = lazyPart(['history'], async () => (await import('#src/creations/work-card-view.tsx')).StagedPicture)
const StagedLines = lazyPart(['history'], async () => (await import('#src/creations/work-card-view.tsx')).StagedLines)

interface StageProps {
  /** The pictures of the form. */
  readonly children: React.ReactNode
  readonly controlTabs: React.ReactNode
  /** A bar that is sticky at the top of the window while the stage and its controls are visible. */
  readonly bar: React.ReactNode
  /** Whether enough of the form's picture is visible in the window. */
  readonly isInSight: boolean
  readonly onSight: (isInSight: boolean) => void
}

/** The share of the stage, and of its picture, that must be visible to count as in view. */
const VISIBLE_SHARE = 0.35

/**
 * A callback that receives whether enough of the stage's picture is in view. The controls below the picture may push it out of
 * view.
 */
export const PictureSightContext = createContext<(isInSight: boolean) => void>(() => undefined)

/**
 * The large area of the studio. It shows the form's pictures. After a commit, it shows that commit's progress and its video
 * instead.
 */
export function Stage({ children, controlTabs, bar, isInSight, onSight }: StageProps) {
  const text = useText()
  const composer = useComposer()
  const area = useRef<HTMLElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const commitId = useStagedCommit()
  const { work } = useSnapshot(hubState)
  const { picture } = useSnapshot(composer.slots[0].state)
  const { controls } = useSnapshot(composer.state).settings
  useEffect(() => {
    if (container.current !== null)
      return watchSight(container.current, ({ isIntersecting }) => onSight(isIntersecting), { threshold: VISIBLE_SHARE })
    return undefined
  }, [onSight])
  useEffect(() => {
    if (commitId !== null && area.current !== null) showWholeStage(area.current)
  }, [commitId])
  const shownWork = commitId === null ? null : workOfCommit(work, commitId)
  const shownCommitId = shownWork !== null && isInSight && picture.status === 'ready' ? commitId : null
  useEffect(() => {
    setSubjectInView(shownCommitId)
  }, [shownCommitId])
  // Resets the subject only on unmount. With a reset between two commits, a toast with an offer would cover the second commit.
  useEffect(() => () => setSubjectInView(null), [])
  const showForm = () => stageCommit(composer, null)
  return (
    <section ref={area} className={styles['area']} aria-label={text('studio.stage')}>
      {bar}
      <div ref={container} className={styles['stage']} data-stage data-filled={picture.status === 'ready' || undefined}>
        {shownWork === null || commitId === null || picture.status !== 'ready' ? (
          children
        ) : (
          <Suspense fallback={children}>
            <figure className={styles['work']}>
              <PictureFrame facts={picture.facts} output={controls?.output}>
                <StagedPicture work={shownWork} commitId={commitId} />
              </PictureFrame>
              <figcaption className={styles['lines']}>
                <StagedLines work={shownWork} onNext={showForm} />
              </figcaption>
            </figure>
          </Suspense>
        )}
        {controlTabs}
      </div>
    </section>
  )
}

/** A control that the user operates on the picture. */
export type StageToolName = 'focus' | 'frame' | 'brush'

export function useStageTool(): StageToolName | null {
  const { panel, isAiming, settings } = useSnapshot(useComposer().state)
  if (panel === 'brush') return 'brush'
  if (panel === 'format' && settings.controls?.output !== undefined) return 'frame'
  return panel === 'camera' && isAiming ? 'focus' : null
}

interface PictureFrameProps {
  readonly facts: PictureFacts
  /** The part of the picture that the video shows; undefined for the whole picture. */
  readonly output?: OutputFrame | undefined
  readonly children: React.ReactNode
}

/** A picture of the form, cut to the video's frame, with its overlays. */
export function PictureFrame({ facts, output, children }: PictureFrameProps) {
  const text = useText()
  const { width, height } = outputSize(facts, output)
  const container = useRef<HTMLDivElement>(null)
  const onSight = useContext(PictureSightContext)
  useEffect(() => {
    if (container.current === null) return undefined
    const stop = watchSight(container.current, ({ isIntersecting }) => onSight(isIntersecting), { threshold: VISIBLE_SHARE })
    return () => {
      stop()
      onSight(true)
    }
  }, [onSight])
  return (
    <div ref={container} className={styles['frame']} style={{ '--ratio': width / height } as React.CSSProperties}>
      <MediaBox width={width} height={height}>
        <img src={facts.url} alt={text('create.pictureAlt', { name: facts.name })} style={cropStyle(output)} />
        {children}
      </MediaBox>
    </div>
  )
}

/** The id of the stage's commit if the form has not changed since; null after any change. */
function useStagedCommit(): string | null {
  const { settings, stagedCommit } = useSnapshot(useComposer().state)
  const pictures = useShownPictures()
  return stagedCommit !== null && stagedCommit.form === formKey(settings, pictures) ? stagedCommit.commitId : null
}

/**
 * Scrolls the stage into view, but only if the header, a toast or the end of the window would cover it. Measures the area, because the
 * sticky stage in it moves up when the list of videos below it grows.
 */
function showWholeStage(area: HTMLElement): void {
  const { top, bottom } = area.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const coveredPx = lengthPx(scrollPaddingTop) + lengthPx(getComputedStyle(area).scrollMarginTop)
  if (top < coveredPx || bottom > innerHeight - lengthPx(scrollPaddingBottom)) area.scrollIntoView({ block: 'start' })
}

function lengthPx(value: string): number {
  return Number.parseFloat(value) || 0
}

/** Shows the image worker's current step, with a cancel button. */
export function StageNote({ stage, onCancel }: { readonly stage: PrepareStage; readonly onCancel: () => void }) {
  const text = useText()
  return (
    <div className={stageNoteStyles['note']}>
      <div className={stageNoteStyles['words']}>
        <p aria-live="polite">{text('create.preparing')}</p>
        <p className={stageNoteStyles['stage']}>{text(`create.stage.${stage}`)}</p>
      </div>
      <Button variant="plain" onClick={onCancel}>
        {text('create.cancel')}
      </Button>
      <div className={stageNoteStyles['bar']}>
        <Progress label={text('create.preparing')} />
      </div>
    </div>
  )
}

/**
 * A small stage at the top of a phone's window while the user changes settings further down. It shows the same sketch as the large stage.
 */
export function StageBar({ keyedPlan }: { readonly keyedPlan: KeyedPlan | null }) {
  const text = useText()
  const { state, slots } = useComposer()
  const { picture } = useSnapshot(slots[0].state)
  const { output } = useSnapshot(state).settings.controls ?? {}
  const { host, phase } = useFormSketch(keyedPlan)
  if (picture.status !== 'ready') return null
  const { facts } = picture
  const { width, height } = outputSize(facts, output)
  const scrollToStage = () => document.querySelector('[data-stage]')?.scrollIntoView({ block: 'start' })
  return (
    <div className={styles['bar']} data-stage-bar>
      <button type="button" className={styles['button']} onClick={scrollToStage}>
        <span className={styles['picture']} style={{ '--ratio': width / height } as React.CSSProperties}>
          <img src={facts.url} alt="" style={cropStyle(output)} />
          <span ref={host} className={styles['host']} data-seen={phase !== 'none' || undefined} aria-hidden="true" />
        </span>
        <span>{text('compose.toStage')}</span>
        <Icon name="up" />
      </button>
    </div>
  )
}
