import type { ReactElement } from 'react'
import { formatElapsed } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { useNow } from '#src/lib/use-now.ts'
import { secondsLeft } from './seconds-left.ts'

/** When it can be tried again; it counts down unheard. */
export function RetryLine({ atMs }: { readonly atMs: number }): ReactElement {
  const text = useText()
  const seconds = secondsLeft(atMs, useNow())
  return (
    <span role="timer" aria-live="off">
      {seconds === 0 ? text('account.retryNow') : text('account.retryIn', { time: formatElapsed(seconds * 1000) })}
    </span>
  )
}
