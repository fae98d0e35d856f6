import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { WorkState } from './work-summary.ts'
import { countUnderWay, workState, workSummary } from './work-summary.ts'

/** What the browser shows around the page: in the tab's title and icon, and on the app's icon. */
export interface WorkSignals {
  readonly titleKey: 'title.plain' | 'title.running' | 'title.ready' | 'title.readyRunning'
  readonly underWay: number
  readonly dot: WorkState
  /** Ends nobody has looked at yet. */
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
