import { Suspense, useEffect } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import type { StoreWords } from '#src/creations/tasks/open-edits.ts'
import { type WorkState, sheetState, countUnderWay, workState, workSummary } from '#src/creations/tasks/work-summary.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { preloadedPart } from '#src/loading/lazy-part.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/loading.tsx'
import styles from './work-chip.module.css'

const WorkSheet = preloadedPart([], async () => (await import('#src/creations/tasks/sheet/work-sheet.tsx')).WorkSheet)

const STATE_ICONS = { ready: 'check', failed: 'alert', waiting: 'cloudOff' } as const

/** A chip with the state of the work (running, waiting, ready or failed) and the number of videos. A press opens the list of the work. */
export function WorkChip() {
  const text = useText()
  const [path] = useLocation()
  const { work, connection } = useSnapshot(hubState)
  const isOpen = useAfterPaint(useSnapshot(sheetState).openAt === path)
  useCloseSheetOnLeave(path)
  const summary = workSummary(work)
  const state = workState(summary)
  const isStuck = !connection.isOnline && summary.running === 0
  const shownState = state === 'running' && isStuck ? 'waiting' : state
  const count = countOf(state, summary)
  return (
    <>
      {shownState !== 'idle' && (
        <button
          type="button"
          className={styles['chip']}
          data-state={shownState}
          aria-label={text(`work.chip.${shownState}`, { count })}
          aria-haspopup="dialog"
          onClick={() => Object.assign(sheetState, { openAt: path })}
        >
          {shownState === 'running' ? <Spinner /> : <Icon name={STATE_ICONS[shownState]} size="s" />}
          {count}
        </button>
      )}
      {isOpen && (
        <Suspense>
          <WorkSheet onClose={() => Object.assign(sheetState, { openAt: null })} storeWords={storeWords} />
        </Suspense>
      )}
    </>
  )
}

const storeWords: StoreWords = async (bizType, words) => {
  const { promptHistory } = await import('#src/create/prompt-history.ts')
  await promptHistory.add(bizType, words)
}

/** Closes the work sheet on navigation, so that it is not open when the user returns. */
function useCloseSheetOnLeave(path: string): void {
  useEffect(
    () => () => {
      if (sheetState.openAt === path) sheetState.openAt = null
    },
    [path],
  )
}

function countOf(state: WorkState, summary: ReturnType<typeof workSummary>): number {
  if (state === 'running') return countUnderWay(summary)
  return state === 'ready' ? summary.ready : summary.failed
}
