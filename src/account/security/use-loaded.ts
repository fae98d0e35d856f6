import { useEffect, useEffectEvent, useState } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { Call } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { api } from '#src/platform/api.ts'

interface Loaded<Data> {
  /** Null until loaded; the last one stays while a later reading fails. */
  readonly value: Data | null
  readonly problem: AppErrorCode | null
  readonly reload: () => Promise<void>
}

/** What a call without input tells, read when shown and at each reload. */
export function useLoaded<Data>(call: Call<object, Data>): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ value: null, problem: null })
  const take = (answer: Result<Data>) =>
    setState(({ value }) => (answer.ok ? { value: answer.value, problem: null } : { value, problem: answer.error.code }))
  const takeFirst = useEffectEvent(take)
  useEffect(() => {
    void api.call(call, {}).then((answer) => takeFirst(answer))
  }, [call])
  return { ...state, reload: async () => take(await api.call(call, {})) }
}
