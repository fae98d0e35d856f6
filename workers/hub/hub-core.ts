import type { StoreTransaction } from '#shared/browser/open-store.ts'
import { type HubCommands, type TabFacts, HUB_COMMANDS } from '#shared/contract/hub-contract.ts'
import { type Loop, startLoop } from '#workers/lib/loop.ts'
import { anySignal } from '#shared/any-signal.ts'
import { isCallerRefused, withAccountCheck } from '#shared/api/account-check.ts'
import { readRecord, toStored, CLEARED_KEY, IDENTITY_KEY } from '#shared/storage/records.ts'
import { accountOf, clearedRecord, identityRecord } from '#shared/storage/hub-records.ts'
import { ok, fail } from '#shared/result.ts'
import type { ApiClient } from '#shared/api/client.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import type { HubDeps } from './hub-deps.ts'
import { type OwnerCore, createHubNode } from './runtime/hub-node.ts'
import { createBilling } from './billing/billing.ts'
import { changeIdentity } from './account/change-identity.ts'
import { createCommands } from './commands.ts'
import { deleteOldFinished, readIdentity, createHubStore, FencedOut, ownedStore } from './runtime/hub-store.ts'
import { deleteOldPurchases } from './billing/order-rows.ts'
import { createPoolRebuild } from './creations/pool-rebuild.ts'
import { createSnapshotPublisher } from './runtime/snapshot-publisher.ts'
import { startWorkLoops } from './work-loops.ts'
import { createWorkView } from './creations/work-view.ts'
import { FORBIDDEN } from './create/uploader.ts'
import type { PutFile } from './create/put-file.ts'

const OFFLINE_REST_MS = 5000
const FAILED_START_PAUSE_MS = 1000
/** The time that tabs have to register with a new owner. */
const TABS_KNOWN_AFTER_MS = 2000

/**
 * The loops and commands of the owner: the one hub worker that is active for all tabs. The store is the source of truth: commands write it,
 * loops read it, snapshots are built from it. Each write carries this owner's fence, so that writes of a former owner fail.
 */
function createHubCore(deps: HubDeps, onFenced: () => void): OwnerCore {
  const stopController = new AbortController()
  const closeController = new AbortController()
  const loops: Loop[] = []
  const startup = startCore(deps, { stopSignal: stopController.signal, isClosing: () => closeController.signal.aborted, loops, onFenced })
  const commands = startup.then((startedCore) => startedCore.commands)
  commands.catch(async (error: unknown) => {
    if (!(error instanceof FencedOut)) {
      deps.log('Hub start failed', error)
      await deps.clock.sleep(FAILED_START_PAUSE_MS, stopController.signal)
    }
    onFenced()
  })

  return {
    commands,
    wake: () => void startup.then((startedCore) => startedCore.wake()).catch(() => undefined),
    async drain(ms) {
      closeController.abort()
      await Promise.race([Promise.all(loops.map((loop) => loop.finish())), deps.clock.sleep(ms, stopController.signal)])
    },
    async stop() {
      stopController.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

interface CoreControl {
  readonly stopSignal: AbortSignal
  readonly isClosing: () => boolean
  readonly loops: Loop[]
  readonly onFenced: () => void
}

async function startCore(deps: HubDeps, { stopSignal, isClosing, loops, onFenced }: CoreControl) {
  const { clock, random, log } = deps
  const hubStore = createHubStore(deps.store, random)
  const fence = await hubStore.acquireFence()
  const publisher = createSnapshotPublisher(fence, deps.publish)
  const cleared = await hubStore.read(async (tx) => readRecord(clearedRecord, await tx.get(CLEARED_KEY)))
  const epochBase = cleared?.epoch ?? 0
  const store = ownedStore(hubStore, fence, () => {
    const epoch = publisher.get('identity')?.epoch ?? epochBase
    return hubStore.noteClearing({ atMs: clock.nowMs(), fence, epoch })
  })
  const startedAtMs = clock.nowMs()
  const tabs = createTabRegistry(deps.waitForTabEnd)
  const reportingApi = withConnectionReport(deps.api, (isOnline) => publisher.set('connection', { isOnline }))
  const api = withAccountCheck(
    reportingApi,
    () => billing.checkAccount(),
    () => clock.nowMs(),
  )
  const workView = createWorkView({ store, clock, publish: (state) => publisher.set('work', state) })
  let generation = new AbortController()
  let publishedAccount: string | null = null
  const deleteOldRows = async (tx: StoreTransaction): Promise<void> => {
    await deleteOldFinished(tx, clock.nowMs())
    await deleteOldPurchases(tx, clock.nowMs())
  }

  function runLoop(pass: (signal: AbortSignal) => Promise<number | null>): Loop {
    const loop = startLoop({
      clock,
      pass: async (signal) => {
        if (deps.mayBeOnline()) return anySignal([signal, generation.signal], pass)
        publisher.set('connection', { isOnline: false })
        return OFFLINE_REST_MS
      },
      onBug: (error) => {
        if (error instanceof FencedOut) onFenced()
        else log('Hub loop failed', error)
      },
    })
    loops.push(loop)
    return loop
  }

  function wake(): void {
    for (const loop of loops) loop.wake()
  }

  /**
   * Publishes the stored identity, which a page may also write without a command. If it changed, the account is reset first; otherwise the
   * previous account would count as the session of the new identity.
   */
  async function publishIdentity(): Promise<void> {
    const storedIdentity = await store.read(async (tx) => ((await tx.get(IDENTITY_KEY)) === undefined ? null : readIdentity(tx)))
    const account = storedIdentity && accountOf(storedIdentity)
    if (publishedAccount !== null && publishedAccount !== account) resetAccount()
    publishedAccount = account
    await billing.publishStored()
    publisher.set('identity', storedIdentity && { epoch: epochBase + storedIdentity.epoch, businessUserId: storedIdentity.businessUserId })
  }

  async function onCommand(): Promise<void> {
    await workView.refresh()
    wake()
  }

  await store.write(deleteOldRows)
  const clearingInfo = cleared === null ? {} : { clearedAtMs: cleared.atMs }
  deps.store.watchProblem((problem) => publisher.set('storage', { problem, ...clearingInfo }))
  if (stopSignal.aborted) throw new FencedOut()

  const billing = createBilling({ store, api, clock, random, publisher, runLoop, stopSignal })
  await workView.refresh()
  await publishIdentity()
  const onSpending = () => billing.requestCredits()
  const putFile = withForbiddenReport(deps.putFile, () => billing.checkAccount())
  const workLoops = startWorkLoops({
    store,
    api: waitForIdentity(api),
    putFile,
    clock,
    random,
    view: workView,
    isClosing,
    runLoop,
    onSpending,
  })

  if (cleared?.isFollowed === false) {
    const rebuild = createPoolRebuild({ store, api, clock, onDone: onCommand })
    runLoop((signal) => rebuild.pass(signal))
  }

  function endPauses(): void {
    workLoops.endPauses()
    billing.endPauses()
  }

  function wakeAll(): void {
    billing.requestCredits()
    endPauses()
    wake()
  }

  function resetAccount(): void {
    generation.abort()
    generation = new AbortController()
    billing.reset()
  }

  const commands: HubCommands = {
    ...createCommands({
      store,
      clock,
      onChange: onCommand,
      onDiscard: (commitId) => workLoops.stopUpload(commitId),
      mayAnnounce: (surface) => {
        if (surface !== 'notification') return true
        return clock.nowMs() - startedAtMs < TABS_KNOWN_AFTER_MS ? undefined : !tabs.isAnyVisible()
      },
    }),
    ...billing.commands,
    async resume(tab, identity) {
      const isAdopted = await store.write(async (tx) => {
        await deleteOldRows(tx)
        if ((await tx.get(IDENTITY_KEY)) !== undefined) return false
        await changeIdentity(tx, identity, 'merge')
        tx.put(IDENTITY_KEY, toStored(identityRecord, identity))
        return true
      })
      if (isAdopted) billing.reset()
      tabs.registerTab(tab)
      if (tab.isVisible) billing.onVisible()
      await workView.refresh()
      await publishIdentity()
      wake()
      return publisher.all()
    },
    async wake() {
      wakeAll()
    },
    async changeIdentity(nextIdentity, change) {
      resetAccount()
      await store.write((tx) => changeIdentity(tx, nextIdentity, change))
      // Reset again, because a loop may have sent requests for the previous identity in between.
      resetAccount()
      endPauses()
      await publishIdentity()
      await onCommand()
      return ok(null)
    },
  }

  return { commands, wake: wakeAll }
}

/** An API client that reports after each call whether the server was reachable, the only reliable connection status. */
function withConnectionReport(client: ApiClient, report: (isOnline: boolean) => void): ApiClient {
  return {
    async call(call, input, options) {
      const answer = await client.call(call, input, options)
      if (answer.ok || answer.error.code !== 'cancelled') report(answer.ok || answer.error.code !== NO_ANSWER_CODE)
      return answer
    },
  }
}

/**
 * Reports each upload with a 403 answer. A file store sends 403 for an expired permit; a proxy sends it for a user without permission.
 */
function withForbiddenReport(putFile: PutFile, report: () => void): PutFile {
  return async (...upload) => {
    const answer = await putFile(...upload)
    if (answer?.status === FORBIDDEN) report()
    return answer
  }
}

interface TabRegistry {
  registerTab(tab: TabFacts): void
  isAnyVisible(): boolean
}

/** The open tabs. Each tab has its own lock and is removed when the lock is released, so that tabs need not unregister. */
function createTabRegistry(waitForTabEnd: (tabId: string) => Promise<void>): TabRegistry {
  const tabs = new Map<string, boolean>()

  return {
    registerTab({ tabId, isVisible }) {
      const isNew = !tabs.has(tabId)
      tabs.set(tabId, isVisible)
      if (isNew) void waitForTabEnd(tabId).then(() => tabs.delete(tabId))
    },
    isAnyVisible: () => [...tabs.values()].includes(true),
  }
}

/**
 * A client that lets work retry later if the server rejects the caller. Meanwhile the account is read again, and the retry has the new
 * identity.
 */
function waitForIdentity(api: ApiClient): ApiClient {
  return {
    async call(call, input, options) {
      const answer = await api.call(call, input, options)
      return !answer.ok && isCallerRefused(answer.error) ? fail({ ...answer.error, retry: 'later' }) : answer
    },
  }
}

export interface Hub {
  readonly api: HubCommands
  /** Runs all loops at once, because something outside may have changed: for example, the network is back. */
  wake(): void
  stop(): Promise<void>
}

/** The hub of one worker. Its node competes for ownership, and its calls reach the owner in any worker. */
export function createHub(deps: HubDeps): Hub {
  const { nodeId, build, wire, withOwnerLock, clock, log } = deps
  const startCore = (onFenced: () => void) => createHubCore(deps, onFenced)
  const node = createHubNode({ nodeId, build, wire, withOwnerLock, clock, startCore, log })
  const calls = Object.keys(HUB_COMMANDS).map((method) => [
    method,
    (...args: Parameters<HubCommands[keyof HubCommands]>) => node.call(method as keyof HubCommands, args),
  ])
  const api = Object.fromEntries(calls) as unknown as HubCommands
  return { api, wake: () => node.wake(), stop: () => node.stop() }
}
