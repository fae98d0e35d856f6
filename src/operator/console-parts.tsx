import type { ReactElement, ReactNode } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { Button } from '#src/design/button.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { errorText } from '#src/platform/error-text.ts'
import { useText } from '#src/platform/i18n.ts'
import styles from './console.module.css'

interface AnswerPlaceProps<Data> {
  readonly answer: { readonly value: Data | undefined; readonly problem: AppErrorCode | null; readonly reload: () => void }
  readonly children: (value: Data) => ReactNode
}

/** What a call has answered, or why it has not. */
export function AnswerPlace<Data>({ answer: { value, problem, reload }, children }: AnswerPlaceProps<Data>): ReactElement {
  const text = useText()
  if (value !== undefined) return <>{children(value)}</>
  if (problem === null) return <LoadingNote text={text('operator.loading')} />
  return <FailedNote title={text('operator.failed')} hint={errorText(problem)} retryLabel={text('operator.retry')} onRetry={reload} />
}

interface MoreProps {
  readonly pages: { readonly hasNext: boolean; readonly isBusy: boolean; readonly more: () => void }
}

export function More({ pages: { hasNext, isBusy, more } }: MoreProps): ReactElement | null {
  const text = useText()
  return hasNext ? (
    <Button isBusy={isBusy} onClick={more}>
      {text('operator.more')}
    </Button>
  ) : null
}

/** A part of a screen with its heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className={styles['part']} aria-label={title}>
      <h3 className={styles['partTitle']}>{title}</h3>
      {children}
    </section>
  )
}

/** Names with their values. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactElement {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Moment({ at }: { readonly at: number }): ReactElement {
  return <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>
}
