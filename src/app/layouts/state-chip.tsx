import type { ReactElement } from 'react'
import type { ShellState } from './shell-states.ts'
import { useId, useSyncExternalStore } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { saveBeforeLeaving } from '#src/lib/leave-guard.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { ShellIcon } from '#src/ui/shell-icon.tsx'
import { hubState, pageBuild, pageHub } from '#src/lib/hub-mirror.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { STATE_LOOKS, shellStates } from './shell-states.ts'
import styles from './state-chip.module.css'

/** The connection, this device's storage and an outgrown build: a chip when there is something to say, and on a press what it means. */
export function StateChip(): ReactElement {
  const text = useText()
  const id = useId()
  const states = useShellStates()
  const [first] = states
  const said = (isProblem: boolean) =>
    states.filter((state) => STATE_LOOKS[state].isProblem === isProblem).map((state) => text(`state.${state}`))
  return (
    <div className={styles['place']}>
      <p className="visually-hidden" aria-live="polite">
        {said(false).join(' ')}
      </p>
      {said(true).length > 0 && (
        <p className="visually-hidden" role="alert">
          {said(true).join(' ')}
        </p>
      )}
      {first !== undefined && (
        <>
          <button
            type="button"
            className={styles['chip']}
            data-problem={STATE_LOOKS[first].isProblem || undefined}
            aria-label={text('state.chip', { name: text(`state.${first}Name`) })}
            popoverTarget={id}
          >
            <ShellIcon name={STATE_LOOKS[first].icon} size="s" />
            <span className={styles['name']}>{text(`state.${first}Name`)}</span>
          </button>
          <section id={id} popover="auto" aria-label={text(`state.${first}Name`)} className={styles['note']}>
            {states.map((state) => (
              <p key={state} className={styles['line']} data-problem={STATE_LOOKS[state].isProblem || undefined}>
                <ShellIcon name={STATE_LOOKS[state].icon} size="s" />
                <span>{text(`state.${state}`)}</span>
              </p>
            ))}
            {(first === 'outdated' || first === 'silent') && (
              <button type="button" className={buttonClass()} onClick={() => void saveBeforeLeaving().then(() => location.reload())}>
                <ShellIcon name="retry" />
                {text('state.reload')}
              </button>
            )}
          </section>
        </>
      )}
    </div>
  )
}

function useShellStates(): readonly ShellState[] {
  const { connection, storage } = useSnapshot(hubState)
  const page = useSnapshot(pageStorage)
  const { isOutdated } = useSnapshot(pageBuild)
  const { isSilent } = useSnapshot(pageHub)
  const hasNetwork = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
  return shellStates({ isOutdated, isSilent, storageProblem: storage.problem ?? page.problem, isReached: connection.isOnline, hasNetwork })
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
