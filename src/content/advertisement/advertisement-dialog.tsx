import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { useText, loadFailureText } from '#src/i18n/i18n.ts'
import { IconButton, Button } from '#src/design/button.tsx'
import { useDesignTexts } from '#src/design/design-texts.ts'
import { holdScroll, closeModal, openModal } from '#src/design/open-modal.ts'
import { useTemplates } from '#src/gallery/use-templates.ts'
import { loadTemplates } from '#src/gallery/template-lists.ts'
import { Spinner } from '#src/design/loading.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import styles from './advertisement-dialog.module.css'
import { closeAdvertisement } from './advertisement-state.ts'
import { chooseSamples, SampleCarousel } from './sample-carousel.tsx'
import { SampleActions } from './sample-slide.tsx'

/**
 * Sample videos in fullscreen, with a link to make one's own video. It is open while it is rendered.
 * Rule: docs/content.md, "Advertisement".
 */
export function AdvertisementDialog() {
  const text = useText()
  const designTexts = useDesignTexts()
  const layer = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { samples, isLoading, problem } = useSamples()
  useLayoutEffect(holdScroll, [])
  useLayoutEffect(() => {
    const dialog = layer.current
    openModal(dialog, closeAdvertisement)
    dialog?.focus({ preventScroll: true })
    return () => closeModal(dialog)
  }, [])
  return (
    <dialog ref={layer} className={styles['layer']} tabIndex={-1} aria-labelledby={titleId} onClose={closeAdvertisement}>
      <header className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {text('advertisement.title')}
        </h2>
        <IconButton
          icon="close"
          label={designTexts?.text('modal.close') ?? text('dialog.close')}
          lang={designTexts?.language}
          onClick={closeAdvertisement}
        />
      </header>
      {samples.length > 0 ? <SampleCarousel samples={samples} /> : <NoSamples isLoading={isLoading} problem={problem} />}
    </dialog>
  )
}

interface Samples {
  readonly samples: readonly Template[]
  readonly isLoading: boolean
  readonly problem: AppErrorCode | null
}

/** The samples to show. Once chosen, they stay when the list changes; a sample without a video gets its video once the list has it. */
function useSamples(): Samples {
  const { items, status, problem } = useTemplates('popular')
  const [chosenSamples, setChosenSamples] = useState<readonly Template[]>([])
  if (chosenSamples.length === 0 && items.length > 0) setChosenSamples(chooseSamples(items))
  const samples = chosenSamples.map((sample) => items.find(({ id }) => id === sample.id) ?? sample)
  return { samples, isLoading: status === 'loading' && problem === null, problem }
}

interface NoSamplesProps {
  readonly isLoading: boolean
  readonly problem: AppErrorCode | null
}

/** Shown while there are no samples: they are loading, could not be loaded, or do not exist. The link to make a video is always shown. */
export function NoSamples({ isLoading, problem }: NoSamplesProps) {
  const text = useText()
  return (
    <div className={styles['noSamples']}>
      {isLoading && (
        <output className={styles['wait']}>
          <Spinner />
          {text('advertisement.loading')}
        </output>
      )}
      {problem !== null && (
        <StateNote icon="cloudOff" title={text('advertisement.failed')} hint={loadFailureText({ code: problem })} isError>
          <Button icon="retry" onClick={() => void loadTemplates('popular')}>
            {text('advertisement.again')}
          </Button>
        </StateNote>
      )}
      {!isLoading && problem === null && <StateNote icon="film" title={text('advertisement.none')} hint={text('advertisement.noneHint')} />}
      <SampleActions sample={undefined} />
    </div>
  )
}
