import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { proxy } from '#src/store/state.ts'

/** The number of videos in each state. A refused commit counts as one. */
interface WorkSummary {
  readonly waiting: number
  readonly uploading: number
  readonly running: number
  readonly ready: number
  readonly failed: number
}

export type WorkState = 'idle' | 'running' | 'ready' | 'failed'

export function workSummary({ outbox, batches, finished }: WorkSnapshot): WorkSummary {
  const countVideos = (rows: WorkSnapshot['outbox']) => rows.reduce((sum, { settings }) => sum + settings.videoNum, 0)
  const openResults = finished.filter(({ isDismissed }) => !isDismissed)
  const endedIds = new Set(finished.map(({ taskId }) => taskId))
  return {
    waiting: countVideos(outbox.filter(({ state }) => state !== 'preparing' && state !== 'refused')),
    uploading: countVideos(outbox.filter(({ state }) => state === 'preparing')),
    running: batches.flatMap(({ tasks }) => tasks).filter(({ id, status }) => isGenerating(status) && !endedIds.has(id)).length,
    ready: openResults.filter(({ status }) => status === 'SUCCESS').length,
    failed: openResults.filter(({ status }) => status === 'FAILED').length + outbox.filter(({ state }) => state === 'refused').length,
  }
}

/** The number of videos that are not finished yet, including unsent ones. */
export function countUnderWay({ waiting, uploading, running }: WorkSummary): number {
  return waiting + uploading + running
}

/** The state that is shown where only one fits: running work, else failures, else finished videos. */
export function workState(summary: WorkSummary): WorkState {
  if (countUnderWay(summary) > 0) return 'running'
  if (summary.failed > 0) return 'failed'
  return summary.ready > 0 ? 'ready' : 'idle'
}

/** What the browser shows outside of the page: the tab's title and icon, and the app's badge. */
interface WorkSignals {
  readonly titleKey: 'title.plain' | 'title.running' | 'title.ready' | 'title.readyRunning'
  readonly underWay: number
  readonly dot: WorkState
  /** The number of results that the user has not seen. */
  readonly badge: number
}

export function workSignals(work: WorkSnapshot): WorkSignals {
  const summary = workSummary(work)
  const underWay = countUnderWay(summary)
  return { titleKey: titleKey(underWay > 0, summary.ready > 0), underWay, dot: workState(summary), badge: summary.ready + summary.failed }
}

function titleKey(isRunning: boolean, hasReady: boolean): WorkSignals['titleKey'] {
  if (isRunning) return hasReady ? 'title.readyRunning' : 'title.running'
  return hasReady ? 'title.ready' : 'title.plain'
}

/** The path at which the user opened the work sheet; null while it is closed. A navigation to another path closes the sheet. */
export const sheetState = proxy<{ openAt: string | null }>({ openAt: null })
