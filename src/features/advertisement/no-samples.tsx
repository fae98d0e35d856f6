import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { loadTemplates } from '#src/lib/templates/template-lists.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import styles from './no-samples.module.css'
import { SampleActions } from './sample-actions.tsx'

interface NoSamplesProps {
  readonly isLoading: boolean
  readonly problem: AppErrorCode | null
}

/** Instead of samples: they are on their way, they can't be had, or there are none. The way to an own video is there all the same. */
export function NoSamples({ isLoading, problem }: NoSamplesProps): ReactElement {
  const text = useText()
  return (
    <div className={styles['place']}>
      {isLoading && (
        <output className={styles['wait']}>
          <Spinner />
          {text('advertisement.loading')}
        </output>
      )}
      {problem !== null && (
        <StateNote icon="cloudOff" title={text('advertisement.failed')} hint={errorText(problem)} isError>
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
