import { vi } from 'vitest'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { BatchTask, Creation } from '#shared/api/generation.ts'
import type { Call } from '#shared/api/define-call.ts'
import { type ApiClient, type CallOptions, noAnswer } from '#shared/api/client.ts'
import type { CommitIntent } from '#shared/contract/commit-contract.ts'
import type { PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { TopicSnapshot } from '#shared/contract/hub-contract.ts'
import type { PutAnswer, PutOptions } from '#workers/hub/create/put-file.ts'
import { type PayResult, createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { getPayInfo } from '#shared/api/pay-user.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import {
  collectCreations,
  deleteCreations,
  generateCustom,
  generateHeadTail,
  generateTemplate,
  getHistory,
  restoreCreations,
  queryBatch,
  queryTask,
  UNREPORTED_TASK,
} from '#shared/api/generation.ts'
import { getMe, getPoints } from '#shared/api/user.ts'
import { contactUs, subscribeEmail } from '#shared/api/contact.ts'
import { type Store, openStore } from '#shared/browser/open-store.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { HUB_DATABASE } from '#shared/storage/records.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { type Hub, createHub } from '#workers/hub/hub-core.ts'
import { createFallbackStore } from '#workers/hub/runtime/fallback-store.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { enforceContract } from '../../fixtures/enforce-contract.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { type FakeNode, createFakeBrowser } from './fake-browser.ts'

const COMMIT_CALLS = new Set<unknown>([generateCustom, generateHeadTail, generateTemplate])
const MUTATION_CALLS = new Set<unknown>([collectCreations, deleteCreations, restoreCreations, contactUs, subscribeEmail])

/**
 * One browser with its database, lock and clock, one server behind it, and as many hubs as a test starts. The server records its requests,
 * executes an idempotency key only once, and can lose requests or answers.
 */
export function createHubWorld() {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  let diskUses = 0
  const clock = createFakeClock(() => diskUses > 0)
  const disk = countUses(openStore(HUB_DATABASE), (change) => (diskUses += change))
  const browser = createFakeBrowser()
  const nodes = new Map<Hub, FakeNode>()
  const snapshots: TopicSnapshot[] = []
  const bugs: unknown[] = []

  const server = {
    points: 100,
    isDown: false,
    isBrowserOffline: false,
    disk: null as 'storage_full' | 'storage_blocked' | null,
    failingKey: null as string | null,
    /** The error that answers every call, before the server processes it. */
    errorForAllCalls: null as AppError | null,
    losesAnswers: false,
    isCallerUnknown: false,
    /** The delay of each request before the server processes it. */
    arrivalDelayMs: 0,
    /** The delay of each answer after the server has processed the request. */
    answerDelayMs: 0,
    losesAnswersOf: new Set<string>(),
    generationRefusal: null as string | null,
    pricePerVideo: 50,
    mutations: [] as string[],
    refusedMutations: new Set<string>(),
    /** The keys of mutations that exceed their rate limit. */
    limitedMutations: new Set<string>(),
    losesPuts: false,
    isPutStopped: false,
    abortedPuts: 0,
    acceptsFormUploads: false,
    storedHashes: new Set<string>(),
    payResult: 'PENDING' as PayResult,
    /** Each created order, with its key and its body. */
    orders: [] as { payOrderId: string; skuId: string; key: string; body: string; account: string }[],
    integrationMethod: 'embedded' as 'embedded' | 'hosted',
    orderRefusal: null as AppError | null,
    /** Whether an order with a new key gets the open order of its SKU, as on the real server. */
    givesOpenOrders: false,
    account: {
      id: 'ada',
      email: 'ada@example.org',
      firstName: 'Ada',
      lastName: 'L',
      membershipStatus: 'NONE',
      membershipExpiresAt: null as number | null,
      points: 0,
      everSubscribed: false,
      isLoggedIn: true,
      hasPassword: true,
      hasGoogle: false,
      createdAt: 0,
      deletesAt: null as number | null,
    },
    putStatus: 200,
    putRetryAfter: null as string | null,
    calls: [] as { path: string; atMs: number; key: string | undefined }[],
    batches: new Map<string, { path: string; key: string; body: string; tasks: BatchTask[] }>(),
    puts: [] as string[],
    history: (): readonly Creation[] =>
      [...server.batches].flatMap(([batchId, { tasks }]) =>
        tasks.map(({ id, status, errorMsg }) => ({ ...creation(id, 1, batchId), status, errorMsg })),
      ),
    async put(url: string, _file: Blob, { signal }: PutOptions): Promise<PutAnswer> {
      server.puts.push(url)
      if (server.isPutStopped) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        server.abortedPuts += 1
        return null
      }
      if (server.losesPuts) return null
      if (!server.isDown && server.putStatus === 200) server.storedHashes.add(url.replace('/put/', ''))
      return server.isDown ? null : { status: server.putStatus, statusText: 'status', retryAfter: server.putRetryAfter }
    },
  }

  function answerGeneration(call: Call<never>, options: CallOptions): Result<unknown> {
    const { idempotencyKey: key = '', frozenBody: body = '' } = options
    const knownBatch = [...server.batches].find(([, batch]) => batch.key === key)
    if (knownBatch !== undefined && knownBatch[1].body !== body) return fail({ code: 'H3000', retry: 'never', fields: ['idempotency-key'] })
    if (knownBatch !== undefined) return ok({ batchId: knownBatch[0], taskIds: knownBatch[1].tasks.map((task) => task.id) })
    const parsedBody = call.input.safeParse(JSON.parse(body))
    if (!parsedBody.success)
      return fail({ code: 'H3000', retry: 'never', fields: parsedBody.error.issues.map(({ path }) => path.join('.')) })
    const input: { priceCeiling?: number; videoNum: number } = parsedBody.data
    if (server.failingKey === key) return fail({ code: 'H5000', retry: 'later' })
    if (input.priceCeiling !== undefined && server.pricePerVideo * input.videoNum > input.priceCeiling) {
      return fail({ code: 'H3000', retry: 'never', fields: ['priceCeiling'] })
    }
    if (server.generationRefusal !== null) return fail({ code: server.generationRefusal as 'H4044', retry: 'never' })
    const batchId = `batch-${server.batches.size + 1}`
    const tasks = Array.from({ length: input.videoNum }, (_, index) => runningTask(`${batchId}-task-${index + 1}`))
    server.batches.set(batchId, { path: call.path, key, body, tasks })
    server.points -= server.pricePerVideo * input.videoNum
    return ok({ batchId, taskIds: tasks.map((task) => task.id) })
  }

  /**
   * Returns the order with this key, or creates one. Unlike the real server, it returns no open order by default, because that would hide
   * a lost key.
   */
  function answerOrder({ idempotencyKey: key = '', frozenBody: body = '' }: CallOptions): Result<unknown> {
    const knownOrder = server.orders.find((order) => order.key === key)
    if (knownOrder !== undefined && knownOrder.body !== body) return fail({ code: 'H3000', retry: 'never', fields: ['idempotency-key'] })
    if (knownOrder === undefined && server.orderRefusal !== null) return fail(server.orderRefusal)
    const { skuId, currencyCode } = createOrder.input.parse(JSON.parse(body))
    const openOrder = server.givesOpenOrders ? server.orders.find((order) => order.skuId === skuId) : undefined
    const order = knownOrder ??
      openOrder ?? { payOrderId: `order-${server.orders.length + 1}`, skuId, key, body, account: server.account.id }
    if (!server.orders.includes(order)) server.orders.push(order)
    const { payOrderId } = order
    const checkout = {
      checkoutUrl: `/checkout/${payOrderId}`,
      sessionId: `session-${payOrderId}`,
      integrationMethod: server.integrationMethod,
    }
    return ok({ ...checkout, payOrderId, orderTime: clock.nowMs(), amountCents: 999, currencyCode })
  }

  function answerMutation(key: string): Result<unknown> {
    if (server.limitedMutations.has(key)) return fail({ code: 'H4022', retry: 'later', afterMs: 3_600_000 })
    if (server.refusedMutations.has(key)) return fail({ code: 'H4001', retry: 'never' })
    server.mutations.push(key)
    return ok({})
  }

  function answer(call: Call<never>, input: unknown, options: CallOptions): Result<unknown> {
    if (server.errorForAllCalls !== null) return fail(server.errorForAllCalls)
    if (COMMIT_CALLS.has(call)) return answerGeneration(call, options)
    if (call === (getMe as unknown)) return ok(server.account)
    if (call === (createOrder as unknown)) return answerOrder(options)
    if (call === (getOrderResult as unknown)) return ok({ payResult: server.payResult, skuType: 2, points: server.points })
    if (call === (getPayInfo as unknown)) return ok({ isVip: true, membershipExpiresAt: null, points: server.points })
    if (call === (getPoints as unknown) && server.isCallerUnknown) return fail({ code: 'H3009', retry: 'never' })
    if (call === (getPoints as unknown)) return ok({ points: server.points, held: 0 })
    if (call === (presignUpload as unknown)) {
      const { sha256 } = input as { sha256: string }
      return ok({ presignedUrl: `/put/${sha256}`, fileUrl: `/media/${sha256}.jpg`, expiresAt: 0, exists: server.storedHashes.has(sha256) })
    }
    if (call === (uploadFile as unknown))
      return server.acceptsFormUploads ? ok({ fileUrl: '/media/form.jpg' }) : fail({ code: 'H3000', retry: 'never' })
    if (MUTATION_CALLS.has(call)) return answerMutation(options.idempotencyKey ?? '')
    if (call === (getHistory as unknown)) return ok({ data: server.history(), totalSize: 0 })
    if (call === (queryTask as unknown)) return fail({ code: 'H4001', retry: 'never' })
    if (call !== (queryBatch as unknown)) throw new Error(`unexpected call ${call.path}`)
    const { batchId } = input as { batchId: string }
    const batch = server.batches.get(batchId)
    return batch === undefined ? fail({ code: 'H4001', retry: 'never' }) : ok({ batchId, tasks: batch.tasks })
  }

  const api = enforceContract({
    async call(call, input, options = {}) {
      if (server.arrivalDelayMs > 0) await clock.sleep(server.arrivalDelayMs, neverAborted())
      server.calls.push({ path: call.path, atMs: clock.nowMs(), key: options.idempotencyKey })
      await Promise.resolve()
      if (server.isDown) return fail(noAnswer('down'))
      const result = answer(call as unknown as Call<never>, input, options)
      const { signal = neverAborted() } = options
      if (server.answerDelayMs > 0) await clock.sleep(server.answerDelayMs, signal)
      if (signal.aborted) return fail({ code: 'cancelled', retry: 'now' })
      return server.losesAnswers || server.losesAnswersOf.has(call.path) ? fail(noAnswer('lost')) : (result as Result<never>)
    },
  })

  /**
   * Starts a hub. Each request, upload and write counts two steps, one before it and one after it. At the step `stepsToLive` the hub dies
   * like a killed process: it has no further effect, and its locks are free.
   */
  function startHub(options: HubOptions = {}): Hub {
    const { stepsToLive = Number.POSITIVE_INFINITY, build = 1, protocol = PROTOCOL_VERSION, client = api } = options
    const node = browser.addNode()
    let steps = 0
    const step = async <T>(act: () => Promise<T>): Promise<T> => {
      const passStep = async () => {
        await node.untilThawed()
        steps += 1
        if (steps < stepsToLive) return
        node.die()
        await new Promise<never>(() => undefined)
      }
      await passStep()
      const result = await act()
      await passStep()
      return result
    }
    const mortalStore: Store = {
      read: (run) => (server.disk === 'storage_blocked' ? Promise.reject(new DOMException('denied', 'UnknownError')) : disk.read(run)),
      write: (run) => step(() => (server.disk === null ? disk.write(run) : Promise.reject(brokenDisk(server.disk)))),
    }
    const mortalApi: ApiClient = { call: (call, input, options) => step(() => client.call(call, input, options)) }
    const hub = createHub({
      nodeId: node.id,
      build,
      store: createFallbackStore(mortalStore),
      api: mortalApi,
      clock: node.clock(clock),
      random: () => 0,
      putFile: (url, file, options) => step(() => server.put(url, file, options)),
      withOwnerLock: node.lock,
      wire: node.wire(build, protocol),
      waitForTabEnd: (tabId) => browser.tabGone(tabId),
      publish: (snapshot) => snapshots.push(structuredClone(snapshot)),
      mayBeOnline: () => !server.isBrowserOffline,
      log: (_message, error) => bugs.push(error),
    })
    nodes.set(hub, node)
    return hub
  }

  return {
    clock,
    disk,
    server,
    browser,
    snapshots,
    bugs,
    startHub,
    freeze: (hub: Hub) => nodes.get(hub)?.freeze(),
    thaw: (hub: Hub) => nodes.get(hub)?.thaw(),
    async stopHub(hub: Hub) {
      nodes.delete(hub)
      await hub.stop()
    },
    /** Kills the hub's process: it has no further effect, and its locks are free. */
    killHub(hub: Hub) {
      nodes.get(hub)?.die()
      nodes.delete(hub)
    },
    async stopAll() {
      await Promise.all([...nodes.keys()].map((hub) => hub.stop()))
    },
    callsTo: (path: string) => server.calls.filter((call) => call.path === path),
    finish(batchId: string, status: 'SUCCESS' | 'FAILED') {
      const batch = server.batches.get(batchId)
      for (const task of batch?.tasks ?? []) task.status = status
    },
  }
}

function brokenDisk(problem: 'storage_full' | 'storage_blocked'): DOMException {
  return new DOMException('disk', problem === 'storage_full' ? 'QuotaExceededError' : 'UnknownError')
}

function countUses(store: Store, count: (change: 1 | -1) => void): Store {
  const countUse = <T>(usePromise: Promise<T>): Promise<T> => {
    count(1)
    return usePromise.finally(() => count(-1))
  }
  return { read: (run) => countUse(store.read(run)), write: (run) => countUse(store.write(run)) }
}

interface HubOptions {
  readonly stepsToLive?: number
  readonly build?: number
  readonly protocol?: number
  /** The API client of the hub. By default it calls this world's server. */
  readonly client?: ApiClient
}

function runningTask(id: string): BatchTask {
  return { ...UNREPORTED_TASK, id, status: 'PROCESSING', bizType: 'CUSTOM', stage: 'rendering', elapsedMs: 1 }
}

/** The intent of a commit, as the page sends it to the hub. */
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

/** Registers a tab with the hub and returns the hub's snapshots. */
export function resume(hub: Hub, tabId = 'tab', isVisible = true) {
  return hub.api.resume({ tabId, isVisible }, identityRecord.fallback())
}

/** The intent to buy a weekly plan, as the page sends it to the hub. */
export function makePurchase(changes: Partial<PurchaseIntent> = {}): PurchaseIntent {
  const sku = { skuId: 'weekly', skuType: 2, skuName: 'Weekly', isAgain: false, isVip: false }
  return { ...sku, returnUrl: 'https://app.example/pay/success', cancelUrl: 'https://app.example/pay/cancel', ...changes }
}
