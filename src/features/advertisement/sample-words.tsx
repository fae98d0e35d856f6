import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import styles from './sample-words.module.css'

interface SampleWordsProps {
  readonly sample: Template
  /** Whether a change is told: not while samples change by themselves. */
  readonly isTold: boolean
}

/** What the shown sample is called, and the words it was made with. */
export function SampleWords({ sample, isTold }: SampleWordsProps): ReactElement {
  return (
    <div className={styles['words']} aria-live={isTold ? 'polite' : 'off'}>
      <p key={sample.id} className={styles['name']}>
        {sample.templateName}
      </p>
      <p key={`${sample.id} words`} className={styles['prompt']}>
        {sample.prompt}
      </p>
    </div>
  )
}
