import type { PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type * as contract from '#shared/contract/hub-contract.ts'
import { HUB_COMMANDS } from '#shared/contract/hub-contract.ts'
import type { Identity } from '#shared/storage/hub-records.ts'
import { type Result, fail } from '#shared/result.ts'
import { type Channel, openChannel } from '#shared/browser/open-channel.ts'
import { holdFreeLock, holdLock } from '#shared/browser/locks.ts'
import { HUB_SNAPSHOT_CHANNEL, PROTOCOL_VERSION, tabLock } from '#shared/contract/protocol-version.ts'
import { type HubLink, openHubLink } from './hub-port.ts'

const SILENT = Symbol('silent')

const CALL_TIMEOUT_MS = 5000
/** The timeout of hub calls that themselves wait for the server. */
const SERVER_CALL_TIMEOUT_MS = 30_000
const MAX_TRIES = 3
const SILENT_AFTER_MS = 5000
const SILENCE_CHECK_MS = 1000

type Listener = <T extends contract.HubTopic>(topic: T, state: contract.HubTopics[T]) => void
type PlainCalls = Pick<contract.HubCommands, contract.PlainCommand>

/** The hub's commands. If the hub is unreachable, a call returns an error or nothing; it never hangs. */
export interface HubCalls extends PlainCalls, Pick<contract.HubCommands, 'outboxPicture'> {
  resume(): Promise<void>
  /** Creates an order. If an order of the same SKU is open, the hub returns that order. */
  createOrder(intent: PurchaseIntent): Promise<Result<PendingOrder>>
  /** Claims the announcement of a task: true if this page must announce it; null if the hub is unreachable or can't decide yet. */
  claimNotice(taskId: string, surface: contract.NoticeSurface): Promise<boolean | null>
}

interface StartOptions {
  readonly identity: () => Identity
  /** Called when a newer build runs the hub and its protocol differs from this page's. */
  readonly onOutdated: () => void
  /** Called repeatedly; `isAnswering` is whether the hub answers this page. */
  readonly onAnswering: (isAnswering: boolean) => void
}

export interface HubClient {
  readonly api: HubCalls
  start(options: StartOptions): Promise<void>
  /** Calls the listener with the latest snapshot of each topic, then with each newer one. The returned function unsubscribes. */
  subscribe(listener: Listener): () => void
}

class HubSilent extends Error {}

/**
 * The page's client of the hub. Calls are at-least-once: after a dead or silent worker, the client reconnects and repeats the call.
 * Commands have ids of the caller and are idempotent. The client ignores outdated snapshots. Within one boot of the hub, it compares their
 * numbers. Between two boots, it compares the fences (a former worker may have been frozen and run again), but accepts answers to `resume`.
 */
export function createHubClient(openLink: () => Promise<HubLink>): HubClient {
  const tabId = crypto.randomUUID()
  const listeners = new Set<Listener>()
  const latestSnapshots = new Map<contract.HubTopic, contract.TopicSnapshot>()
  let options: StartOptions | undefined
  let link: Promise<HubLink> | undefined
  let channel: Channel | undefined
  let bootId = ''
  let contactedAtMs = 0
  let isSuspended = false
  /** Resolves when the page is neither frozen nor in the back/forward cache. Calls wait for it, because a freeze would interrupt them. */
  let pageAwake = Promise.resolve()
  let wakeUp = (): void => undefined

  function connect(): Promise<HubLink> {
    const openingLink = openLink()
    link = openingLink
    void reopenWhenGone(openingLink).catch(() => undefined)
    return openingLink
  }

  async function reopenWhenGone(openedLink: Promise<HubLink>): Promise<void> {
    const { gone } = await openedLink
    await gone
    if (link === openedLink) link = undefined
    if (!isSuspended) await resume()
  }

  function receive(snapshot: contract.TopicSnapshot, isAnswer: boolean): void {
    const latestSnapshot = latestSnapshots.get(snapshot.topic)
    if (snapshot.protocol !== PROTOCOL_VERSION) return
    if (latestSnapshot !== undefined && !isNewer(snapshot, latestSnapshot, isAnswer)) return
    latestSnapshots.set(snapshot.topic, snapshot)
    contactedAtMs = Date.now()
    for (const listener of listeners) listener(snapshot.topic, snapshot.state)
    if (snapshot.bootId === bootId) return
    bootId = snapshot.bootId
    if (!isAnswer) resumeQuietly()
  }

  async function call<T>(send: (api: contract.HubApi) => Promise<T>, timeoutMs = CALL_TIMEOUT_MS): Promise<T> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      await pageAwake
      const currentLink = link ?? connect()
      const answer = await askOnce(currentLink, send, timeoutMs)
      if (answer !== SILENT) {
        options?.onAnswering(true)
        return answer.value
      }
      if (link === currentLink) link = undefined
      // No hub could be reached. The next call tries to connect again.
      if (!(await hasOpened(currentLink))) break
    }
    throw new HubSilent()
  }

  async function resume(): Promise<void> {
    if (options === undefined) return
    const identity = options.identity()
    const tab = { tabId, isVisible: document.visibilityState === 'visible' }
    try {
      const snapshots: contract.HubSnapshots = await call((api) => api.resume(tab, identity))
      for (const snapshot of Object.values(snapshots)) receive(snapshot, true)
    } catch (error) {
      if (isOutdated(error)) options.onOutdated()
      if (error instanceof HubSilent) options.onAnswering(false)
      throw error
    }
  }

  const resumeQuietly = () => void resume().catch(() => undefined)

  async function callForResult<T>(send: (api: contract.HubApi) => Promise<Result<T>>, timeoutMs?: number): Promise<Result<T>> {
    try {
      return await call(send, timeoutMs)
    } catch (error) {
      return fail({ code: isOutdated(error) ? 'hub_outdated' : 'hub_unreachable', retry: 'now', detail: String(error) })
    }
  }

  function callPlainCommand(method: contract.PlainCommand, args: never[]): Promise<unknown> {
    const send = (hub: contract.HubApi) => (hub[method] as (...values: never[]) => Promise<Result<unknown>>)(...args)
    switch (HUB_COMMANDS[method].style) {
      case 'quiet':
        return call(send).catch(() => undefined)
      case 'server result':
        return callForResult(send, SERVER_CALL_TIMEOUT_MS)
      case 'result':
        return callForResult(send)
    }
  }

  const plainCalls = Object.entries(HUB_COMMANDS).flatMap(([method, { style }]) =>
    style === 'own' ? [] : [[method, (...args: never[]) => callPlainCommand(method as contract.PlainCommand, args)] as const],
  )
  const api: HubCalls = {
    ...(Object.fromEntries(plainCalls) as unknown as PlainCalls),
    resume,
    // One id per press of "buy". Repeats of the call to a silent hub use the same id. The hub decides which presses belong to
    // one purchase.
    createOrder: (intent) => {
      const pressId = crypto.randomUUID()
      return callForResult((hub) => hub.createOrder(intent, pressId), SERVER_CALL_TIMEOUT_MS)
    },
    outboxPicture: (commitId, index) => call((hub) => hub.outboxPicture(commitId, index)).catch(() => null),
    claimNotice: (taskId, surface) => call((hub) => hub.claimNotice(taskId, tabId, surface)).catch(() => null),
  }

  function listenForSnapshots(): void {
    channel ??= openChannel(HUB_SNAPSHOT_CHANNEL)
    channel.addEventListener('message', (event: MessageEvent<contract.TopicSnapshot>) => receive(event.data, false))
  }

  /**
   * Called before the page is frozen or enters the back/forward cache (`isCached`). Calls then wait, and a dedicated hub worker ends. The
   * channel is closed only for the back/forward cache, because an open channel excludes the page from this cache.
   */
  function prepareForFreeze(isCached: boolean): void {
    if (!isSuspended)
      pageAwake = new Promise((resolve) => {
        wakeUp = resolve
      })
    isSuspended = true
    void link?.then((opened) => opened.endBeforeFreeze()).catch(() => undefined)
    if (!isCached) return
    channel?.close()
    channel = undefined
  }

  function resumeAfterFreeze(): void {
    if (!isSuspended) return
    isSuspended = false
    if (channel === undefined) listenForSnapshots()
    // WebKit releases the tab's lock in the back/forward cache. Without the lock, the hub treats this tab as closed.
    void holdFreeLock(tabLock(tabId)).then(() => {
      wakeUp()
      return resumeQuietly()
    })
  }

  return {
    api,
    async start(startOptions) {
      options = startOptions
      await holdLock(tabLock(tabId))
      listenForSnapshots()
      setInterval(() => {
        const work = latestSnapshots.get('work') as contract.TopicSnapshot<'work'> | undefined
        const isSilent = Date.now() - contactedAtMs >= SILENT_AFTER_MS
        if (document.visibilityState !== 'visible' || work?.state.batches.length === 0 || !isSilent) return
        contactedAtMs = Date.now()
        resumeQuietly()
      }, SILENCE_CHECK_MS)
      document.addEventListener('visibilitychange', resumeQuietly)
      document.addEventListener('freeze', () => prepareForFreeze(false))
      document.addEventListener('resume', resumeAfterFreeze)
      addEventListener('pagehide', ({ persisted }) => persisted && prepareForFreeze(true))
      addEventListener('pageshow', resumeAfterFreeze)
      await resume()
    },
    subscribe(listener) {
      listeners.add(listener)
      for (const snapshot of latestSnapshots.values()) listener(snapshot.topic, snapshot.state)
      return () => listeners.delete(listener)
    },
  }
}

function isNewer(snapshot: contract.TopicSnapshot, latestSnapshot: contract.TopicSnapshot, isAnswer: boolean): boolean {
  if (snapshot.bootId === latestSnapshot.bootId) return snapshot.number > latestSnapshot.number
  return isAnswer || snapshot.fence >= latestSnapshot.fence
}

function hasOpened(link: Promise<HubLink>): Promise<boolean> {
  return link.then(
    () => true,
    () => false,
  )
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.name === 'HubOutdated'
}

export const hub = createHubClient(openHubLink)

/** Sends one call and returns the worker's answer. `SILENT`: the worker has ended, is frozen or has not started. */
async function askOnce<T>(
  link: Promise<HubLink>,
  send: (api: contract.HubApi) => Promise<T>,
  timeoutMs: number,
): Promise<{ value: T } | typeof SILENT> {
  const opened = await link.catch(() => undefined)
  if (opened === undefined) return SILENT
  const { api, gone, isGone, close } = opened
  try {
    const answer = await Promise.race([send(api).then((value) => ({ value })), waitForSilence(gone, timeoutMs)])
    if (answer === SILENT) close()
    return answer
  } catch (error) {
    if (isGone()) return SILENT
    throw error
  }
}

async function waitForSilence(gone: Promise<void>, timeoutMs: number): Promise<typeof SILENT> {
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  return SILENT
}
