import type { Remote } from 'comlink'
import type { HubLink } from '#src/bridge/port.ts'
import type { CommitIntent, HubApi, HubSnapshots, HubTopic, HubTopics, TopicSnapshot } from '#shared/contract/hub-contract.ts'
import type { Result } from '#shared/result.ts'
import { openHubLink } from '#src/bridge/port.ts'
import { HUB_SNAPSHOT_CHANNEL, PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { fail } from '#shared/result.ts'

const CALL_TIMEOUT_MS = 5000
const MAX_TRIES = 3

type Listener = <T extends HubTopic>(topic: T, state: HubTopics[T]) => void

/** The hub's commands; a hub that can't be reached is an error value, never a hang. */
export interface HubCommands {
  resume(): Promise<void>
  commit(intent: CommitIntent): Promise<Result<{ readonly id: string }>>
  retry(commitId: string): Promise<Result<null>>
  discard(commitId: string): Promise<Result<null>>
  outboxPicture(commitId: string): Promise<Blob | null>
  claimNotice(taskId: string): Promise<boolean>
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
    for (const listener of listeners) listener(snapshot.topic, snapshot.state)
  }

  async function call<T>(send: (api: Remote<HubApi>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const current = link ?? connect()
      try {
        const { api, gone } = await current
        return await Promise.race([send(api), silence(gone)])
      } catch (error) {
        if (link === current) link = undefined
        if (attempt === MAX_TRIES) throw error
      }
    }
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
    claimNotice: (taskId) => call((api) => api.claimNotice(taskId, tabId)).catch(() => false),
    dismissFinished: (taskId) => call((api) => api.dismissFinished(taskId)).catch(() => undefined),
    refreshCredits: () => call((api) => api.refreshCredits()).catch(() => undefined),
    identityChanged: () => call((api) => api.identityChanged()).catch(() => undefined),
  }

  return {
    api,
    async start() {
      new BroadcastChannel(HUB_SNAPSHOT_CHANNEL).addEventListener('message', (event: MessageEvent<TopicSnapshot>) => take(event.data))
      const resumeQuietly = () => void resume().catch(() => undefined)
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

async function silence(gone: Promise<void>): Promise<never> {
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, CALL_TIMEOUT_MS))])
  throw new HubSilent()
}

export const hub = createHubClient(openHubLink)
