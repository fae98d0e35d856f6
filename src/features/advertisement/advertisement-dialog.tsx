import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { closeAdvertisement } from '#src/lib/advertisement-state.ts'
import { useText } from '#src/lib/i18n.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useKitWords } from '#src/ui/kit-words.ts'
import { holdScroll } from '#src/ui/hold-scroll.ts'
import { closeModal, openModal } from '#src/ui/open-modal.ts'
import { useTemplates } from '#src/lib/templates/use-templates.ts'
import styles from './advertisement-dialog.module.css'
import { NoSamples } from './no-samples.tsx'
import { rememberShown } from './remember-shown.ts'
import { SampleReel } from './sample-reel.tsx'
import { chooseSamples } from './choose-samples.ts'

/** Sample videos over the whole screen, and the way to an own one. Rendered means open. Rule: docs/rules.md, "Advertisement". */
export function AdvertisementDialog(): ReactElement {
  const text = useText()
  const chosen = useKitWords()
  const layer = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { samples, isLoading, problem } = useSamples()
  useEffect(() => rememberShown(Date.now()), [])
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
          label={chosen?.text('modal.close') ?? text('dialog.close')}
          lang={chosen?.language}
          onClick={closeAdvertisement}
        />
      </header>
      {samples.length > 0 ? <SampleReel samples={samples} /> : <NoSamples isLoading={isLoading} problem={problem} />}
    </dialog>
  )
}

interface Samples {
  readonly samples: readonly Template[]
  readonly isLoading: boolean
  readonly problem: AppErrorCode | null
}

/** The samples; once chosen they stay the same, whatever the shelf becomes, and take the videos that are made meanwhile. */
function useSamples(): Samples {
  const { items, status, problem } = useTemplates('popular')
  const [chosen, setChosen] = useState<readonly Template[]>([])
  if (chosen.length === 0 && items.length > 0) setChosen(chooseSamples(items))
  const samples = chosen.map((sample) => items.find(({ id }) => id === sample.id) ?? sample)
  return { samples, isLoading: status === 'loading' && problem === null, problem }
}
