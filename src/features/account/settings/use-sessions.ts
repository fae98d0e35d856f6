import { useEffect, useEffectEvent, useState } from 'react'
import type { SessionInfo } from '#shared/api/account.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { endSessions, getSessions } from '#shared/api/account.ts'
import { api } from '#src/lib/api.ts'
import { failureText } from '#src/lib/error-text.ts'
import { text } from '#src/lib/i18n.ts'
import { showToast } from '#src/ui/toast.ts'

interface Sessions {
  /** Null until they are there. */
  readonly list: readonly SessionInfo[] | null
  readonly problem: AppErrorCode | null
  /** The id of the session that is being ended, 'others' for all but this one. */
  readonly ending: string | null
  readonly reload: () => void
  readonly end: (id: string) => Promise<void>
}

/** Where the account is logged in, read when it is looked at and after each change. */
export function useSessions(): Sessions {
  const [state, setState] = useState<Pick<Sessions, 'list' | 'problem'>>({ list: null, problem: null })
  const [ending, setEnding] = useState<string | null>(null)
  const take = (answer: Result<CallData<typeof getSessions>>) =>
    setState(({ list }) => (answer.ok ? { list: answer.value.sessions, problem: null } : { list, problem: answer.error.code }))
  const load = async () => take(await api.call(getSessions, {}))
  const first = useEffectEvent(take)
  useEffect(() => {
    void api.call(getSessions, {}).then((answer) => first(answer))
  }, [])
  async function end(id: string): Promise<void> {
    if (ending !== null) return
    setEnding(id)
    const answer = await api.call(endSessions, id === 'others' ? {} : { id })
    await load()
    setEnding(null)
    if (answer.ok)
      void showToast({ id: 'sessions', color: 'success', title: text('account.sessions.ended', { count: answer.value.ended }) }, 'money')
    else void showToast({ id: 'sessions', color: 'error', title: text('account.failed'), description: failureText(answer.error) }, 'money')
  }
  return { ...state, ending, reload: () => void load(), end }
}
