import { type CSSProperties, type ReactElement, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { workOfCommit } from '#src/creations/tasks/list-work.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { MediaBox } from '#src/design/media-box.tsx'
import { formKey } from './composer.ts'
import type { PictureFacts } from './picture-slot-state.ts'
import styles from './stage.module.css'
import { useComposer, useShownPictures } from './use-composer.ts'

const StagedPicture = lazyPart(['history'], async () => (await import('#src/creations/tasks/work-card-view.tsx')).StagedPicture)
const StagedLines = lazyPart(['history'], async () => (await import('#src/creations/tasks/work-card-view.tsx')).StagedLines)

/** The large area of the studio: the pictures of the form, and after a commit its progress and its video in their place. */
export function Stage({ children }: { readonly children: ReactNode }): ReactElement {
  const text = useText()
  const composer = useComposer()
  const place = useRef<HTMLDivElement>(null)
  const commitId = useStagedCommit()
  const { work } = useSnapshot(hubState)
  const { picture } = useSnapshot(composer.slots[0].state)
  useEffect(() => {
    if (commitId !== null && place.current !== null) bringIntoView(place.current)
  }, [commitId])
  const shown = commitId === null ? null : workOfCommit(work, commitId)
  const prepareNext = () => Object.assign(composer.state, { staged: null })
  return (
    <section className={styles['area']} aria-label={text('studio.stage')}>
      <div ref={place} className={styles['stage']}>
        {shown === null || commitId === null || picture.status !== 'ready' ? (
          children
        ) : (
          <Suspense fallback={children}>
            <figure className={styles['work']}>
              <PictureFrame facts={picture.facts}>
                <StagedPicture work={shown} commitId={commitId} />
              </PictureFrame>
              <figcaption className={styles['lines']}>
                <StagedLines work={shown} onNext={prepareNext} />
              </figcaption>
            </figure>
          </Suspense>
        )}
      </div>
    </section>
  )
}

/** A picture of the form at its ratio, with what lies over it. */
export function PictureFrame({ facts, children }: { readonly facts: PictureFacts; readonly children: ReactNode }): ReactElement {
  const text = useText()
  return (
    <div className={styles['frame']} style={{ '--ratio': facts.width / facts.height } as CSSProperties}>
      <MediaBox width={facts.width} height={facts.height}>
        <img src={facts.url} alt={text('create.pictureAlt', { name: facts.name })} />
        {children}
      </MediaBox>
    </div>
  )
}

/** The commit that belongs to the form as it is; null once anything in it was changed. */
function useStagedCommit(): string | null {
  const { settings, staged } = useSnapshot(useComposer().state)
  const pictures = useShownPictures()
  return staged !== null && staged.form === formKey(settings, pictures) ? staged.commitId : null
}

/** Only where it is not in sight as a whole: nothing moves on a screen that has room for it. */
function bringIntoView(stage: HTMLElement): void {
  const { top, bottom } = stage.getBoundingClientRect()
  const header = Number.parseFloat(getComputedStyle(stage).scrollMarginTop) || 0
  if (top < header || bottom > innerHeight) stage.scrollIntoView({ block: 'start' })
}
