import { useEffect, useEffectEvent, useState } from 'react'
import type { AppErrorCode, Result } from '#shared/result.ts'
import type { Call } from '#shared/api/define-call.ts'
import { api } from '#src/hub-client/api.ts'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
import { LoadingNote } from '#src/design/loading.tsx'
import { FailedNote } from '#src/design/state-note.tsx'

interface LoadState<Data> {
  /** The answer; null until it is loaded. It stays if a reload fails. */
  readonly value: Data | null
  readonly problem: AppErrorCode | null
  readonly reload: () => Promise<void>
}

/** Calls the server when the component is mounted, and again on each reload. */
export function useLoaded<Data>(call: Call<object, Data>): LoadState<Data> {
  const [state, setState] = useState<Omit<LoadState<Data>, 'reload'>>({ value: null, problem: null })
  const receiveAnswer = (answer: Result<Data>) =>
    setState(({ value }) => (answer.ok ? { value: answer.value, problem: null } : { value, problem: answer.error.code }))
  const receiveFirstAnswer = useEffectEvent(receiveAnswer)
  useEffect(() => {
    void api.call(call, {}).then((answer) => receiveFirstAnswer(answer))
  }, [call])
  return { ...state, reload: async () => receiveAnswer(await api.call(call, {})) }
}

/** Shows that the first answer is loading, or that the last load failed, even if an older answer is shown. Otherwise renders nothing. */
export function LoadedNote({ loadState: { value, problem, reload } }: { readonly loadState: LoadState<unknown> }) {
  const text = useText()
  if (problem === null) return value === null ? <LoadingNote text={text('account.security.loading')} /> : null
  return (
    <FailedNote
      title={text('account.failed')}
      hint={loadFailureText({ code: problem })}
      retryLabel={text('account.retry')}
      onRetry={() => void reload()}
    />
  )
}
