import type { PlaceMessage } from '#shared/contract/place-signal.ts'
import { PLACE_MESSAGE } from '#shared/contract/place-signal.ts'
import { splitLocale } from '#shared/domain/route-patterns.ts'

type Go = (path: string) => void

/** Goes where a pressed notification leads. The answer comes first: without one the service worker loads this window anew. */
export function hearPlaces(go: Go, worker: Pick<EventTarget, 'addEventListener'> | undefined = navigator.serviceWorker): void {
  worker?.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<Partial<PlaceMessage> | null>
    if (data?.type !== PLACE_MESSAGE || typeof data.path !== 'string') return
    ports[0]?.postMessage(true)
    if (splitLocale(location.pathname).path !== data.path) go(data.path)
  })
}
