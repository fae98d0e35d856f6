import type { AppErrorCode, Result } from '#shared/result.ts'
import type { CallData } from '#shared/api/define-call.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Text, loadFailureText, failureText, text, useText } from '#src/i18n/i18n.ts'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import { useNow, relativeWords } from '#src/i18n/use-now.ts'
import { Button } from '#src/design/button.tsx'
import { Chip } from '#src/design/chip.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { Icon } from '#src/design/icon.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { LOCAL_ADDRESS_BLOCK } from '#shared/domain/account-rules.ts'
import { type SessionInfo, endSessions, getSessions } from '#shared/api/account-settings.ts'
import { api } from '#src/hub-client/api.ts'
import { endToast, showToast } from '#src/design/toast.ts'
import styles from './session-list.module.css'
import { SettingsSection } from './settings-section.tsx'

const TIME_REFRESH_MS = 20_000

export function SessionList() {
  const text = useText()
  const { sessions, problem, endingId, reload, endSession } = useSessions()
  const nowMs = useNow(TIME_REFRESH_MS)
  const container = useRef<HTMLUListElement>(null)
  useFocusFallback(container)
  const namedSessions = sessions?.map((session) => ({ ...session, device: session.device || text('account.sessions.unknown') }))
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <SettingsSection title={text('account.sessions.title')}>
      {sessions === null && problem === null && (
        <div className={styles['room']}>
          <LoadingNote text={text('account.sessions.loading')} />
        </div>
      )}
      {sessions === null && problem !== null && (
        <FailedNote
          title={text('account.failed')}
          hint={loadFailureText({ code: problem })}
          retryLabel={text('account.retry')}
          onRetry={reload}
        />
      )}
      <ul ref={container} className={styles['list']} tabIndex={-1}>
        {namedSessions?.map(({ id, device, place: addressBlock, seenAt, isCurrent }) => (
          <li key={id} className={styles['row']}>
            <Icon name="device" />
            <div className={styles['words']}>
              <p className={styles['device']}>{device}</p>
              <p className={styles['seen']}>{text('account.sessions.seen', { time: relativeWords(seenAt, nowMs, text) })}</p>
              {addressBlock !== '' && <p className={styles['seen']}>{addressBlockText(addressBlock, text)}</p>}
            </div>
            {isCurrent ? (
              <Chip tone="accent">{text('account.sessions.current')}</Chip>
            ) : (
              <Button
                variant="plain"
                isBusy={endingId === id}
                aria-label={text('account.sessions.endOf', { device })}
                onClick={() => void endSession(id)}
              >
                {text('account.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Button isBusy={endingId === 'others'} onClick={() => void endSession('others')}>
          {text('account.sessions.endOthers')}
        </Button>
      )}
    </SettingsSection>
  )
}

function addressBlockText(addressBlock: string, text: Text): string {
  return addressBlock === LOCAL_ADDRESS_BLOCK ? text('account.sessions.local') : text('account.sessions.network', { place: addressBlock })
}

interface Sessions {
  readonly sessions: readonly SessionInfo[] | null
  readonly problem: AppErrorCode | null
  /** The id of the session that is being ended; 'others' for all but this session. */
  readonly endingId: string | null
  readonly reload: () => void
  readonly endSession: (id: string) => Promise<void>
}

/** The sessions of the account. They are loaded when the list is shown and after each change. */
function useSessions(): Sessions {
  const [state, setState] = useState<Pick<Sessions, 'sessions' | 'problem'>>({ sessions: null, problem: null })
  const [endingId, setEndingId] = useState<string | null>(null)
  const receiveAnswer = (answer: Result<CallData<typeof getSessions>>) =>
    setState(({ sessions }) => (answer.ok ? { sessions: answer.value.sessions, problem: null } : { sessions, problem: answer.error.code }))
  const load = async () => receiveAnswer(await api.call(getSessions, {}))
  const receiveFirstAnswer = useEffectEvent(receiveAnswer)
  useEffect(() => {
    void api.call(getSessions, {}).then((answer) => receiveFirstAnswer(answer))
  }, [])
  async function endSession(id: string): Promise<void> {
    if (endingId !== null) return
    endToast('sessions')
    setEndingId(id)
    const answer = await api.call(endSessions, id === 'others' ? {} : { id })
    await load()
    setEndingId(null)
    if (answer.ok)
      void showToast({ id: 'sessions', color: 'success', title: text('account.sessions.ended', { count: answer.value.ended }) }, 'money')
    else void showToast({ id: 'sessions', color: 'error', title: text('account.failed'), description: failureText(answer.error) }, 'money')
  }
  return { ...state, endingId, reload: () => void load(), endSession }
}
