import type { HubApi } from '#shared/contract/hub-contract.ts'
import type { HubDeps } from '#workers/hub/core/hub-deps.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { storageError } from '#shared/browser/storage-error.ts'
import { readRecord, toStored } from '#shared/storage/define-record.ts'
import { creditsRecord } from '#shared/storage/hub-records.ts'
import { CREDITS_KEY } from '#shared/storage/keys.ts'
import { createCommands } from '#workers/hub/core/commands.ts'
import { withConnectionReport } from '#workers/hub/core/connection.ts'
import { createCreditsWatch } from '#workers/hub/core/credits-watch.ts'
import { FencedOut } from '#workers/hub/core/hub-store.ts'
import { forgetOldFinished, readWork } from '#workers/hub/core/hub-rows.ts'
import { createOutboxSender } from '#workers/hub/core/outbox-sender.ts'
import { createTaskPoller } from '#workers/hub/core/task-poller.ts'
import { createTopicBoard } from '#workers/hub/core/topic-board.ts'
import { createUploader } from '#workers/hub/core/uploader.ts'
import { startLoop } from '#workers/lib/loop.ts'

const OFFLINE_REST_MS = 5000
const CAMPAIGN_REST_MS = 5000

export interface Hub {
  readonly api: Omit<HubApi, 'hello' | 'identityChanged'>
  /** Something outside may have changed: the network came back, another worker stored a command. */
  wake(): void
  stop(): Promise<void>
}

/**
 * The hub of all tabs. The store is the truth: commands write to it, loops read from it, snapshots are made of it. Commands are served by
 * every node; the loops (poll, outbox, credits) run only in the node that holds the owner lock, and each of its writes carries its fence.
 */
export function createHub(deps: HubDeps): Hub {
  const { store, clock, random, log } = deps
  const stopped = new AbortController()
  const board = createTopicBoard(deps.bootId, deps.publish)
  const sentBytes = new Map<string, number>()
  const api = withConnectionReport(deps.api, (isOnline) => board.set('connection', { isOnline }))
  let loops: readonly Loop[] = []
  let showing = Promise.resolve()
  let forgetWaits = (): void => undefined

  /** One reading after the other, so that an older one never covers a newer one. */
  function showWork(): Promise<void> {
    const shown = showing.then(async () => board.set('work', await store.read((tx) => readWork(tx, (id) => sentBytes.get(id) ?? 0))))
    showing = shown.catch(() => undefined)
    return shown
  }

  async function showAll(): Promise<void> {
    await showWork()
    board.set('credits', await store.read(async (tx) => readRecord(creditsRecord, await tx.get(CREDITS_KEY))))
  }

  function wake(): void {
    for (const loop of loops) loop.wake()
  }

  async function onCommand(): Promise<void> {
    await showWork()
    wake()
    deps.ringOwner()
  }

  const credits = createCreditsWatch({
    api,
    random,
    isOffline: () => !board.get('connection').isOnline,
    onCredits: async (points) => {
      await store.write(async (tx) => tx.put(CREDITS_KEY, toStored(creditsRecord, points)))
      board.set('credits', points)
    },
  })

  async function own(): Promise<void> {
    const fence = await store.takeFence()
    const demoted = new AbortController()
    const ended = AbortSignal.any([stopped.signal, demoted.signal])
    await store.writeAsOwner(fence, (tx) => forgetOldFinished(tx, clock.nowMs()))
    await showAll()

    const start = (pass: (signal: AbortSignal) => Promise<number | null>): Loop =>
      startLoop({
        clock,
        pass: async (signal) => {
          if (deps.mayBeOnline()) return pass(signal)
          board.set('connection', { isOnline: false })
          return OFFLINE_REST_MS
        },
        onBug: (error) => {
          if (error instanceof FencedOut) demoted.abort()
          else log('hub loop', error)
        },
      })

    const wantCredits = (): void => {
      credits.want()
      watching.wake()
    }
    const upload = createUploader({
      api,
      putFile: deps.putFile,
      onProgress: (id, bytes) => {
        sentBytes.set(id, bytes)
        showWork().catch((error: unknown) => log('hub progress', error))
      },
    })
    const watching = start((signal) => credits.pass(signal))
    const poller = createTaskPoller({
      store,
      fence,
      api,
      clock,
      random,
      onChange: async (hasFinished) => {
        await showWork()
        if (hasFinished) wantCredits()
      },
    })
    const polling = start((signal) => poller.pass(signal))
    const onAccepted = (): void => {
      polling.wake()
      wantCredits()
    }
    const sender = createOutboxSender({ store, fence, api, upload, clock, random, onChange: showWork, onAccepted })
    forgetWaits = () => {
      poller.forgetWaits()
      sender.forgetWaits()
    }
    loops = [watching, polling, start((signal) => sender.pass(signal))]
    if (!ended.aborted) await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()))
    await Promise.all(loops.map((loop) => loop.stop()))
    loops = []
  }

  async function campaign(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await deps.asOwner(stopped.signal, own)
      } catch (error) {
        if (stopped.signal.aborted) return
        log('hub owner', error)
        if (error instanceof DOMException) board.set('storage', { problem: storageError(error).code })
        await clock.sleep(CAMPAIGN_REST_MS, stopped.signal)
      }
    }
  }

  void campaign()

  return {
    api: {
      async resume() {
        await showAll()
        wake()
        return board.all()
      },
      async refreshCredits() {
        credits.want()
        wake()
        deps.ringOwner()
      },
      ...createCommands({ store, clock, onChange: onCommand, onStorageProblem: (problem) => board.set('storage', { problem }) }),
    },
    wake() {
      credits.want()
      forgetWaits()
      wake()
    },
    async stop() {
      stopped.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
