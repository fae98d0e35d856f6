import type { PlaceMessage } from '#shared/contract/service-worker-messages.ts'
import { PLACE_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { splitLocale } from '#shared/domain/route-patterns.ts'

interface PlaceDeps {
  readonly go: (path: string) => void
  /** Undefined where the browser has none. */
  readonly worker: Pick<EventTarget, 'addEventListener'> | undefined
  readonly pathname: () => string
}

/** Goes where a pressed notification leads. The answer comes first: without one the service worker loads this window anew. */
export function hearPlaces({ go, worker, pathname }: PlaceDeps): void {
  worker?.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<Partial<PlaceMessage> | null>
    if (data?.type !== PLACE_MESSAGE || typeof data.path !== 'string') return
    ports[0]?.postMessage(true)
    if (splitLocale(pathname()).path !== data.path) go(data.path)
  })
}
