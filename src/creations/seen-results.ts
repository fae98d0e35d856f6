import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'

/** The share of a result's card that must be visible to count as seen. */
const VISIBLE_SHARE = 0.5

export function createSeenWatch(state: Pick<typeof hubState, 'work'>, dismissFinished: HubCalls['dismissFinished']) {
  const visibleCards = new Map<Element, string>()
  const pendingIds = new Set<string>()
  let observer: IntersectionObserver | undefined

  /** Marks a result as seen when its card is visible in a visible tab. The returned function stops watching the card. */
  function watchSeen(card: Element, taskId: string): () => void {
    observer ??= startWatching()
    card.setAttribute('data-task', taskId)
    observer.observe(card)
    return () => {
      observer?.unobserve(card)
      visibleCards.delete(card)
    }
  }

  function startWatching(): IntersectionObserver {
    document.addEventListener('visibilitychange', publishSeen)
    subscribeKeys(state, ['work'], publishSeen)
    return new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visibleCards.set(target, target.getAttribute('data-task') ?? '')
          else visibleCards.delete(target)
        }
        publishSeen()
      },
      { threshold: VISIBLE_SHARE },
    )
  }

  function publishSeen(): void {
    if (document.visibilityState !== 'visible') return
    const visibleIds = new Set(visibleCards.values())
    for (const { taskId, isDismissed } of state.work.finished) {
      if (isDismissed || !visibleIds.has(taskId) || pendingIds.has(taskId)) continue
      pendingIds.add(taskId)
      void dismissFinished(taskId).finally(() => pendingIds.delete(taskId))
    }
  }

  return watchSeen
}

export const watchSeen = createSeenWatch(hubState, (taskId) => hub.api.dismissFinished(taskId))
