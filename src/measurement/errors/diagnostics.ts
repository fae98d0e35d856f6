import type { OutboxItem, TrackedBatch } from '#shared/contract/hub-contract.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { NO_SCREEN } from '#shared/api/client-error.ts'
import { hubCarrier } from '#src/hub-client/hub-port.ts'
import { hubState } from '#src/store/state.ts'
import { storageSpace } from '#src/browser/storage-space.ts'
import { lastCodes } from '#src/reporting/last-codes.ts'

/** The facts about a page that support needs: its build, its device and its state. They contain neither the user's text nor identity. */
export interface PageFacts {
  readonly atMs: number
  readonly version: string
  /** The file name of the entry script, which identifies the build. */
  readonly build: string
  readonly userAgent: string
  readonly language: string
  readonly screen: string
  readonly view: { readonly width: number; readonly height: number; readonly density: number }
  readonly hubCarrier: string
  readonly hasServiceWorker: boolean
  readonly isOnline: boolean
  readonly network: string
  readonly outbox: readonly Pick<OutboxItem, 'state' | 'error'>[]
  readonly mutations: number
  readonly batches: readonly Pick<TrackedBatch, 'bizType'>[]
  readonly isLoggedIn: boolean
  readonly storageSpace: { readonly usedBytes: number; readonly quotaBytes: number } | null
  readonly storageProblem: string
  readonly codes: readonly string[]
}

const MIB = 1024 * 1024

/** The facts as lines of text. Rule: docs/platform.md, "Observability". */
export function diagnosticsText(facts: PageFacts): string {
  const { view, storageSpace: space } = facts
  const stateCounts = countBy(facts.outbox.map(({ state }) => state))
  const problems = facts.outbox.flatMap(({ error }) => (error === null ? [] : [error.code]))
  const lines = {
    Kinora: `${facts.version}, build ${facts.build}, ${new Date(facts.atMs).toISOString()}`,
    Browser: `${facts.userAgent}, ${facts.language}`,
    Screen: `${facts.screen}, ${view.width}×${view.height} at ${view.density}`,
    Hub: `${facts.hubCarrier}, service worker ${facts.hasServiceWorker ? 'active' : 'not active'}`,
    Connection: `${facts.isOnline ? 'online' : 'offline'}, ${facts.network}`,
    User: facts.isLoggedIn ? 'logged in' : 'visitor',
    Outbox: `${facts.outbox.length}${stateCounts === '' ? '' : ` (${stateCounts})`}, other changes ${facts.mutations}`,
    Pool: `${facts.batches.length}${facts.batches.length === 0 ? '' : ` (${countBy(facts.batches.map(({ bizType }) => bizType))})`}`,
    Storage: `${space === null ? 'unknown' : `${inMib(space.usedBytes)} of ${inMib(space.quotaBytes)} MiB`}, ${facts.storageProblem}`,
    'Last codes': [...facts.codes, ...problems].join(', ') || 'none',
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function inMib(bytes: number): number {
  return Math.round(bytes / MIB)
}

function countBy(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `${name} ${names.filter((other) => other === name).length}`).join(', ')
}

interface NetworkHints {
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
}

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
    storageSpace: await storageSpace(),
    storageProblem: storage.problem ?? 'no problem',
    codes: lastCodes(),
  }
}

/** The file name of the entry script. It contains a hash of the build's content. */
function buildName(): string {
  const source = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return source.slice(source.lastIndexOf('/') + 1) || 'unknown'
}

function networkName({ connection }: NetworkHints): string {
  const speed = connection?.effectiveType ?? 'speed unknown'
  return connection?.saveData === true ? `${speed}, saving data` : speed
}
