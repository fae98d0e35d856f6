import type { Remote } from 'comlink'
import type { HubLink } from '#src/bridge/port.ts'
import type { CommitIntent, HubApi, HubSnapshots, HubTopic, HubTopics, TopicSnapshot } from '#shared/contract/hub-contract.ts'
import type { Result } from '#shared/result.ts'
import { openHubLink } from '#src/bridge/port.ts'
import { HUB_SNAPSHOT_CHANNEL, PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { fail } from '#shared/result.ts'

const CALL_TIMEOUT_MS = 5000
const MAX_TRIES = 3
const UNHEARD_MS = 5000
const SILENT = Symbol('silent')

type Listener = <T extends HubTopic>(topic: T, state: HubTopics[T]) => void

/** The hub's commands; a hub that can't be reached is an error value, never a hang. */
export interface HubCommands {
  resume(): Promise<void>
  commit(intent: CommitIntent): Promise<Result<{ readonly id: string }>>
  retry(commitId: string): Promise<Result<null>>
  discard(commitId: string): Promise<Result<null>>
  outboxPicture(commitId: string): Promise<Blob | null>
  /** Null when the hub could not be asked. */
  claimNotice(taskId: string): Promise<boolean | null>
  dismissFinished(taskId: string): Promise<void>
  refreshCredits(): Promise<void>
  identityChanged(): Promise<void>
}

export interface HubClient {
  readonly api: HubCommands
  start(): Promise<void>
  /** Tells the listener what is known, then each newer state. Returns how to stop. */
  subscribe(listener: Listener): () => void
}

class HubSilent extends Error {}

/**
 * The page's end of the hub. Calls are at-least-once: when the worker dies or stays silent, the link is made anew and the call repeated;
 * every command carries ids of the caller and is idempotent. Snapshots of a topic replace each other by number within one boot.
 */
export function createHubClient(openLink: () => Promise<HubLink>): HubClient {
  const tabId = crypto.randomUUID()
  const listeners = new Set<Listener>()
  const latest = new Map<HubTopic, TopicSnapshot>()
  let link: Promise<HubLink> | undefined
  let heardAtMs = 0

  function connect(): Promise<HubLink> {
    const opening = openLink()
    link = opening
    void reopenWhenGone(opening).catch(() => undefined)
    return opening
  }

  async function reopenWhenGone(opening: Promise<HubLink>): Promise<void> {
    const { gone } = await opening
    await gone
    if (link === opening) link = undefined
    await resume()
  }

  function take(snapshot: TopicSnapshot): void {
    const known = latest.get(snapshot.topic)
    if (snapshot.protocol !== PROTOCOL_VERSION) return
    if (known?.bootId === snapshot.bootId && known.number >= snapshot.number) return
    latest.set(snapshot.topic, snapshot)
    heardAtMs = Date.now()
    for (const listener of listeners) listener(snapshot.topic, snapshot.state)
  }

  async function call<T>(send: (api: Remote<HubApi>) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const current = link ?? connect()
      const answer = await askOnce(current, send)
      if (answer !== SILENT) return answer.value
      if (link === current) link = undefined
    }
    throw new HubSilent()
  }

  async function resume(): Promise<void> {
    const all: HubSnapshots = await call((api) => api.resume())
    for (const snapshot of Object.values(all)) take(snapshot)
  }

  async function result<T>(send: (api: Remote<HubApi>) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await call(send)
    } catch (error) {
      return fail({ code: 'hub_unreachable', retry: 'now', detail: String(error) })
    }
  }

  const api: HubCommands = {
    resume,
    commit: (intent) => result((api) => api.commit(intent)),
    retry: (commitId) => result((api) => api.retry(commitId)),
    discard: (commitId) => result((api) => api.discard(commitId)),
    outboxPicture: (commitId) => call((api) => api.outboxPicture(commitId)).catch(() => null),
    claimNotice: (taskId) => call((api) => api.claimNotice(taskId, tabId)).catch(() => null),
    dismissFinished: (taskId) => call((api) => api.dismissFinished(taskId)).catch(() => undefined),
    refreshCredits: () => call((api) => api.refreshCredits()).catch(() => undefined),
    identityChanged: () => call((api) => api.identityChanged()).catch(() => undefined),
  }

  return {
    api,
    async start() {
      new BroadcastChannel(HUB_SNAPSHOT_CHANNEL).addEventListener('message', (event: MessageEvent<TopicSnapshot>) => take(event.data))
      const resumeQuietly = () => void resume().catch(() => undefined)
      setInterval(() => {
        const isWaiting = (latest.get('work') as TopicSnapshot<'work'> | undefined)?.state.batches.length !== 0
        const isUnheard = Date.now() - heardAtMs >= UNHEARD_MS
        if (document.visibilityState === 'visible' && isWaiting && isUnheard) resumeQuietly()
      }, UNHEARD_MS)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') resumeQuietly()
      })
      addEventListener('pageshow', (event) => {
        if (event.persisted) resumeQuietly()
      })
      await resume()
    },
    subscribe(listener) {
      listeners.add(listener)
      for (const snapshot of latest.values()) listener(snapshot.topic, snapshot.state)
      return () => listeners.delete(listener)
    },
  }
}

/** The answer of the worker at the other end; `SILENT` when there is none, because it is gone, frozen or never started. */
async function askOnce<T>(link: Promise<HubLink>, send: (api: Remote<HubApi>) => Promise<T>): Promise<{ value: T } | typeof SILENT> {
  const opened = await link.catch(() => undefined)
  if (opened === undefined) return SILENT
  const { api, gone, isGone, close } = opened
  try {
    const answer = await Promise.race([send(api).then((value) => ({ value })), silence(gone)])
    if (answer === SILENT) close()
    return answer
  } catch (error) {
    if (isGone()) return SILENT
    throw error
  }
}

async function silence(gone: Promise<void>): Promise<typeof SILENT> {
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, CALL_TIMEOUT_MS))])
  return SILENT
}

export const hub = createHubClient(openHubLink)
