import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { BatchTask, GenerateCustomInput } from '#shared/api/generation.ts'
import type { Call } from '#shared/api/define-call.ts'
import type { ApiClient, CallOptions } from '#shared/api/client.ts'
import type { Result } from '#shared/result.ts'
import type { CommitIntent, TopicSnapshot } from '#shared/contract/hub-contract.ts'
import type { Hub } from '#workers/hub/core/create-hub.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { PutAnswer } from '#workers/hub/core/put-file.ts'
import { noAnswer } from '#shared/api/envelope.ts'
import { presignUpload } from '#shared/api/files.ts'
import { generateCustom, queryBatch } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { fail, ok } from '#shared/result.ts'
import { HUB_DATABASE } from '#shared/storage/keys.ts'
import { createHub } from '#workers/hub/core/create-hub.ts'
import { createHubStore } from '#workers/hub/core/hub-store.ts'
import { createFakeClock } from '../lib/fake-clock.ts'

/**
 * One browser with its database, lock and clock, one server behind it, and as many hubs as a test starts.
 * The server keeps what it was asked, dedupes by idempotency key, and can lose requests or answers.
 */
export function createHubWorld() {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  const clock = createFakeClock()
  const store = createHubStore(openStore(HUB_DATABASE))
  const hubs = new Set<Hub>()
  const snapshots: TopicSnapshot[] = []
  const bugs: unknown[] = []
  let lockTail = Promise.resolve()

  const server = {
    points: 100,
    isDown: false,
    isBrowserOffline: false,
    failingKey: null as string | null,
    losesAnswers: false,
    refusal: null as string | null,
    existing: new Set<string>(),
    putStatus: 200,
    calls: [] as { path: string; atMs: number; key: string | undefined }[],
    batches: new Map<string, { key: string; body: string; tasks: BatchTask[] }>(),
    puts: [] as string[],
  }

  function answerGeneration(input: GenerateCustomInput, options: CallOptions): Result<unknown> {
    const key = options.idempotencyKey ?? ''
    const known = [...server.batches].find(([, batch]) => batch.key === key)
    if (known !== undefined) return ok({ batchId: known[0], taskIds: known[1].tasks.map((task) => task.id) })
    if (server.failingKey === key) return fail({ code: 'H5000', retry: 'later' })
    if (server.refusal !== null) return fail({ code: server.refusal as 'H4044', retry: 'never' })
    const batchId = `batch-${server.batches.size + 1}`
    const tasks = Array.from({ length: input.videoNum }, (_, index) => runningTask(`${batchId}-task-${index + 1}`))
    server.batches.set(batchId, { key, body: options.frozenBody ?? '', tasks })
    server.points -= 50 * input.videoNum
    return ok({ batchId, taskIds: tasks.map((task) => task.id) })
  }

  function answer(call: Call<never>, input: unknown, options: CallOptions): Result<unknown> {
    if (call === (generateCustom as unknown)) return answerGeneration(input as GenerateCustomInput, options)
    if (call === (getPoints as unknown)) return ok({ points: server.points, held: 0 })
    if (call === (presignUpload as unknown)) {
      const { sha256 } = input as { sha256: string }
      return ok({ presignedUrl: `/put/${sha256}`, fileUrl: `/media/${sha256}.jpg`, expiresAt: 0, exists: server.existing.has(sha256) })
    }
    if (call !== (queryBatch as unknown)) throw new Error(`unexpected call ${call.path}`)
    const { batchId } = input as { batchId: string }
    const batch = server.batches.get(batchId)
    return batch === undefined ? fail({ code: 'H4001', retry: 'never' }) : ok({ batchId, tasks: batch.tasks })
  }

  const api: ApiClient = {
    async call(call, input, options = {}) {
      server.calls.push({ path: call.path, atMs: clock.nowMs(), key: options.idempotencyKey })
      await Promise.resolve()
      if (server.isDown) return fail(noAnswer('down'))
      const result = answer(call as unknown as Call<never>, input, options)
      return server.losesAnswers ? fail(noAnswer('lost')) : (result as Result<never>)
    },
  }

  /** With `stepsToLive` the hub dies like a killed process after so many requests, uploads and writes: nothing of it happens any more. */
  function startHub(stepsToLive = Number.POSITIVE_INFINITY): Hub {
    let steps = 0
    let letGo = (): void => undefined
    const step = async <T>(act: () => Promise<T>): Promise<T> => {
      const live = async () => {
        steps += 1
        if (steps < stepsToLive) return
        letGo()
        await new Promise<never>(() => undefined)
      }
      await live()
      const result = await act()
      await live()
      return result
    }
    const mortalStore: HubStore = {
      ...store,
      write: (run) => step(() => store.write(run)),
      writeAsOwner: (fence, run) => step(() => store.writeAsOwner(fence, run)),
    }
    const mortalApi: ApiClient = { call: (call, input, options) => step(() => api.call(call, input, options)) }
    const hub = createHub({
      bootId: crypto.randomUUID(),
      store: mortalStore,
      api: mortalApi,
      clock,
      random: () => 0,
      putFile: (url) =>
        step(async (): Promise<PutAnswer> => {
          server.puts.push(url)
          if (!server.isDown && server.putStatus === 200) server.existing.add(url.replace('/put/', ''))
          return server.isDown ? null : { status: server.putStatus, statusText: 'status' }
        }),
      asOwner: async (signal, run) => {
        const before = lockTail
        let release = (): void => undefined
        lockTail = new Promise((resolve) => {
          release = resolve
        })
        await before
        letGo = release
        if (steps >= stepsToLive) {
          release()
          return new Promise<never>(() => undefined)
        }
        try {
          if (!signal.aborted) await run()
        } finally {
          release()
        }
      },
      publish: (snapshot) => snapshots.push(structuredClone(snapshot)),
      ringOwner: () => {
        for (const other of hubs) if (other !== hub) other.wake()
      },
      mayBeOnline: () => !server.isBrowserOffline,
      log: (_message, error) => bugs.push(error),
    })
    hubs.add(hub)
    return hub
  }

  return {
    clock,
    store,
    server,
    snapshots,
    bugs,
    startHub,
    async killHub(hub: Hub) {
      hubs.delete(hub)
      await hub.stop()
    },
    /** Nothing reaches a dead hub any more. */
    forgetHub: (hub: Hub) => hubs.delete(hub),
    async stopAll() {
      await Promise.all([...hubs].map((hub) => hub.stop()))
    },
    callsTo: (path: string) => server.calls.filter((call) => call.path === path),
    finish(batchId: string, status: 'SUCCESS' | 'FAILED') {
      const batch = server.batches.get(batchId)
      for (const task of batch?.tasks ?? []) task.status = status
    },
  }
}

function runningTask(id: string): BatchTask {
  return { id, status: 'PROCESSING', bizType: 'CUSTOM', errorMsg: null, stage: 'rendering', queuePosition: null, elapsedMs: 1 }
}

/** A commit as the page makes it. */
export function makeIntent(changes: Partial<CommitIntent> = {}): CommitIntent {
  return {
    id: crypto.randomUUID(),
    bizType: 'CUSTOM',
    settings: { modelName: 'kinora-motion-1', prompt: 'push in', duration: '6s', resolution: '720p', videoNum: 1, imageFidelity: 0.5 },
    picture: { blob: new Blob(['picture'], { type: 'image/jpeg' }), name: 'photo.jpg', sha256: 'a'.repeat(64), width: 4000, height: 3000 },
    priceCeiling: 50,
    ...changes,
  }
}
