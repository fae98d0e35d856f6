import { useId, useSyncExternalStore } from 'react'
import type { StorageProblem } from '#shared/result.ts'
import { useText } from '#src/i18n/i18n.ts'
import { saveBeforeLeaving } from '#src/routing/leave-guard.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { type ShellIconName, ShellIcon } from '#src/design/shell-icon.tsx'
import { hubState, pageBuild, hubHealth, useSnapshot } from '#src/store/state.ts'
import { pageStorage } from '#src/browser/storage-space.ts'
import styles from './state-chip.module.css'

/**
 * A chip in the header while the build is outdated, or the hub, the connection or the device's storage has a problem. A press explains
 * the problem.
 */
export function StateChip() {
  const text = useText()
  const id = useId()
  const states = useShellStates()
  const [firstState] = states
  const textsOf = (isProblem: boolean) =>
    states.filter((state) => STATE_VARIANTS[state].isProblem === isProblem).map((state) => text(`state.${state}`))
  return (
    <div className={styles['container']}>
      <p className="visually-hidden" aria-live="polite">
        {textsOf(false).join(' ')}
      </p>
      {textsOf(true).length > 0 && (
        <p className="visually-hidden" role="alert">
          {textsOf(true).join(' ')}
        </p>
      )}
      {firstState !== undefined && (
        <>
          <button
            type="button"
            className={styles['chip']}
            data-problem={STATE_VARIANTS[firstState].isProblem || undefined}
            aria-label={text('state.chip', { name: text(`state.${firstState}Name`) })}
            popoverTarget={id}
          >
            <ShellIcon name={STATE_VARIANTS[firstState].icon} size="s" />
            <span className={styles['name']}>{text(`state.${firstState}Name`)}</span>
          </button>
          <section id={id} popover="auto" aria-label={text(`state.${firstState}Name`)} className={styles['note']}>
            {states.map((state) => (
              <p key={state} className={styles['line']} data-problem={STATE_VARIANTS[state].isProblem || undefined}>
                <ShellIcon name={STATE_VARIANTS[state].icon} size="s" />
                <span>{text(`state.${state}`)}</span>
              </p>
            ))}
            {(firstState === 'outdated' || firstState === 'silent') && (
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
  const pageStorageState = useSnapshot(pageStorage)
  const { isOutdated } = useSnapshot(pageBuild)
  const { isSilent } = useSnapshot(hubHealth)
  const hasNetwork = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
  return shellStates({
    isOutdated,
    isSilent,
    storageProblem: storage.problem ?? pageStorageState.problem,
    isReached: connection.isOnline,
    hasNetwork,
  })
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

type ShellState = 'outdated' | 'silent' | 'storageFull' | 'storageBlocked' | 'storageSlow' | 'offline' | 'unreachable'

interface ShellFacts {
  readonly isOutdated: boolean
  /** Whether the hub could not be started or does not answer. */
  readonly isSilent: boolean
  /** Why data can't be stored; null while it can. */
  readonly storageProblem: StorageProblem | null
  /** Whether the last request reached the server. */
  readonly isReached: boolean
  /** Whether the browser reports a network, with or without internet access. */
  readonly hasNetwork: boolean
}

/** The icon of each state. A state that can lose work is a problem: it is announced at once; the others are announced politely. */
const STATE_VARIANTS: Record<ShellState, { readonly icon: ShellIconName; readonly isProblem: boolean }> = {
  outdated: { icon: 'retry', isProblem: true },
  silent: { icon: 'alert', isProblem: true },
  storageFull: { icon: 'alert', isProblem: true },
  storageBlocked: { icon: 'alert', isProblem: true },
  storageSlow: { icon: 'alert', isProblem: true },
  offline: { icon: 'cloudOff', isProblem: false },
  unreachable: { icon: 'cloudOff', isProblem: false },
}

const STORAGE_STATES: Readonly<Record<StorageProblem, ShellState>> = {
  storage_full: 'storageFull',
  storage_blocked: 'storageBlocked',
  storage_slow: 'storageSlow',
}

/** The current problems, the most serious first. Rule: docs/platform.md, "Layouts". */
export function shellStates({ isOutdated, isSilent, storageProblem, isReached, hasNetwork }: ShellFacts): readonly ShellState[] {
  const states: ShellState[] = []
  if (isOutdated) states.push('outdated')
  else if (isSilent) states.push('silent')
  if (storageProblem !== null) states.push(STORAGE_STATES[storageProblem])
  if (!hasNetwork) states.push('offline')
  else if (!isReached) states.push('unreachable')
  return states
}
