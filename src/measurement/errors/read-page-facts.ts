import { hubCarrier } from '#src/platform/hub-port.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { NO_SCREEN } from '#shared/api/client-error.ts'
import type { PageFacts } from './diagnostics.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { storageSpace } from '#src/platform/storage-space.ts'
import { lastCodes } from '#src/platform/last-codes.ts'

interface NetworkHints {
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
}

/** The page's current diagnostics. */
export async function readPageFacts(): Promise<PageFacts> {
  const { work, account, connection, storage } = hubState
  const name = matchRoute(location.pathname)
  return {
    atMs: Date.now(),
    version: __APP_VERSION__,
    build: buildName(),
    userAgent: navigator.userAgent,
    language: navigator.language,
    screen: name === undefined ? NO_SCREEN : ROUTES[name],
    view: { width: innerWidth, height: innerHeight, density: devicePixelRatio },
    hubCarrier: hubCarrier() ?? 'not reached',
    hasServiceWorker: navigator.serviceWorker?.controller != null,
    isOnline: connection.isOnline,
    network: networkName(navigator as NetworkHints),
    outbox: work.outbox,
    mutations: work.mutations.length,
    batches: work.batches,
    isLoggedIn: account?.isLoggedIn === true,
    room: await storageSpace(),
    storageProblem: storage.problem ?? 'no problem',
    codes: lastCodes(),
  }
}

/** The first script's name contains the build's content hash. */
function buildName(): string {
  const source = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return source.slice(source.lastIndexOf('/') + 1) || 'unknown'
}

function networkName({ connection }: NetworkHints): string {
  const speed = connection?.effectiveType ?? 'speed not told'
  return connection?.saveData === true ? `${speed}, saving data` : speed
}
