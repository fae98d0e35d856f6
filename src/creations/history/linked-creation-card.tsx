import type { ReactElement, ReactNode } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { useText } from '#src/platform/i18n.ts'
import { CreationCard } from './creation-card.tsx'
import styles from './history-screen.module.css'
import { markedCreations } from './mutated-creations.ts'
import { useMarks } from '../creation-mutations.ts'
import { relativeWords } from '#src/platform/format.ts'
import type { HistoryModel } from './use-history-screen.ts'

interface NamedAloneProps {
  readonly model: HistoryModel
  readonly renderFailed: (creation: Creation) => ReactNode
}

/** The creation that a link names and that is not among the ones loaded: shown alone, and said so. */
export function NamedAlone({ model, renderFailed }: NamedAloneProps): ReactElement | null {
  const text = useText()
  const marks = useMarks()
  const { named, actions, nowMs, open } = model
  if (named.kind === 'none') return null
  const [creation] = named.kind === 'alone' ? markedCreations([named.creation], marks) : []
  return (
    <section className={styles['alone']} aria-labelledby="alone-title" aria-live="polite">
      <h2 id="alone-title" className={styles['aloneTitle']}>
        {text(creation === undefined ? 'history.aloneMissing' : 'history.alone')}
      </h2>
      {creation !== undefined && (
        <div className={styles['aloneCard']}>
          {creation.status === 'FAILED' ? (
            renderFailed(creation)
          ) : (
            <CreationCard creation={creation} time={relativeWords(creation.createdAt, nowMs, text)} actions={actions} onOpen={open} />
          )}
        </div>
      )}
    </section>
  )
}
