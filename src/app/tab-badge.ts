import { type WorkState, workSignals } from '#src/creations/tasks/work-summary.ts'
import { hubState, subscribe } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { text } from '#src/i18n/i18n.ts'
import { shownItem } from '#src/creations/shown-item.ts'
import { can } from '#shared/browser/capabilities.ts'
import { documentName, screenTitle } from './screen-title.ts'

/** Shows the state of the work in the tab's title and icon and in the app's badge. All tabs show the same state. */
export function followTabBadge(paintIcon: (dot: WorkState) => Promise<void> = paintOnceLoaded): () => void {
  const initialWork = hubState.work
  let shownSignals = { dot: 'idle', badge: -1 }
  const updateSignals = () => {
    const { titleKey, underWay, dot, badge } = workSignals(hubState.work)
    const name = documentName(screenTitle, shownItem.head)
    if (name !== '') document.title = text(titleKey, { running: underWay, name })
    if (hubState.work === initialWork) return
    if (dot !== shownSignals.dot) void paintIcon(dot).catch(() => undefined)
    if (badge !== shownSignals.badge && can('badge')) void navigator.setAppBadge(badge).catch(() => undefined)
    shownSignals = { dot, badge }
  }
  updateSignals()
  const stops = [
    subscribeKeys(hubState, ['work'], updateSignals),
    subscribe(screenTitle, updateSignals),
    subscribe(shownItem, updateSignals),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

async function paintOnceLoaded(dot: WorkState): Promise<void> {
  const { paintIcon } = await import('./paint-icon.ts')
  paintIcon(dot)
}
