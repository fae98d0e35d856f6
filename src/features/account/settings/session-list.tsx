import type { ReactElement } from 'react'
import { useRef } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { relativeWords } from '#src/lib/relative-words.ts'
import { useFocusHeir } from '#src/lib/use-focus-heir.ts'
import { useNow } from '#src/lib/use-now.ts'
import { Button } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { FailedNote } from '#src/ui/failed-note.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LoadingNote } from '#src/ui/loading-note.tsx'
import styles from './session-list.module.css'
import { SettingsSection } from './settings-section.tsx'
import { useSessions } from './use-sessions.ts'

const WORDS_ANEW_MS = 20_000

export function SessionList(): ReactElement {
  const text = useText()
  const { list, problem, ending, reload, end } = useSessions()
  const nowMs = useNow(WORDS_ANEW_MS)
  const place = useRef<HTMLUListElement>(null)
  useFocusHeir(place)
  const hasOthers = list?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <SettingsSection title={text('account.sessions.title')}>
      {list === null && problem === null && <LoadingNote text={text('account.sessions.loading')} />}
      {list === null && problem !== null && (
        <FailedNote title={text('account.failed')} hint={errorText(problem)} retryLabel={text('account.retry')} onRetry={reload} />
      )}
      <ul ref={place} className={styles['list']} tabIndex={-1}>
        {list?.map(({ id, device, seenAt, isCurrent }) => (
          <li key={id} className={styles['row']}>
            <Icon name="device" />
            <div className={styles['words']}>
              <p className={styles['device']}>{device}</p>
              <p className={styles['seen']}>{text('account.sessions.seen', { time: relativeWords(seenAt, nowMs, text) })}</p>
            </div>
            {isCurrent ? (
              <Chip tone="accent">{text('account.sessions.current')}</Chip>
            ) : (
              <Button
                look="plain"
                isBusy={ending === id}
                aria-label={text('account.sessions.endOf', { device })}
                onClick={() => void end(id)}
              >
                {text('account.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Button isBusy={ending === 'others'} onClick={() => void end('others')}>
          {text('account.sessions.endOthers')}
        </Button>
      )}
    </SettingsSection>
  )
}
