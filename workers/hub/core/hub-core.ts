import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { HubDeps } from '#workers/hub/core/hub-deps.ts'
import type { OwnerCore } from '#workers/hub/core/hub-node.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { anySignal } from '#shared/any-signal.ts'
import { withAccountCheck } from '#shared/api/with-account-check.ts'
import { readRecord, toStored } from '#shared/storage/define-record.ts'
import { clearedRecord, identityRecord } from '#shared/storage/hub-records.ts'
import { CLEARED_KEY, IDENTITY_KEY } from '#shared/storage/keys.ts'
import { createBilling } from '#workers/hub/core/billing.ts'
import { changeIdentity } from '#workers/hub/core/change-identity.ts'
import { createCommands } from '#workers/hub/core/commands.ts'
import { withConnectionReport } from '#workers/hub/core/connection.ts'
import { forgetOldFinished, readIdentity } from '#workers/hub/core/hub-rows.ts'
import { forgetOldPurchases } from '#workers/hub/core/order-rows.ts'
import { createHubStore, FencedOut, ownedStore } from '#workers/hub/core/hub-store.ts'
import { createPoolRebuild } from '#workers/hub/core/rebuild-pool.ts'
import { createTabRegistry } from '#workers/hub/core/tab-registry.ts'
import { createTopicBoard } from '#workers/hub/core/topic-board.ts'
import { waitForIdentity } from '#workers/hub/core/wait-for-identity.ts'
import { startWorkLoops } from '#workers/hub/core/work-loops.ts'
import { createWorkView } from '#workers/hub/core/work-view.ts'
import { ok } from '#shared/result.ts'
import { startLoop } from '#workers/lib/loop.ts'

const OFFLINE_REST_MS = 5000
const AFTER_FAILED_START_MS = 1000
/** After a change of owner the tabs make themselves known again within this time. */
const TABS_KNOWN_AFTER_MS = 2000

/**
 * What the owner runs: the loops, and the commands of all tabs. The store is the truth: commands write to it, loops read from it, snapshots
 * are made of it, and each write carries the fence that this owner took at its start.
 */
export function createHubCore(deps: HubDeps, onFenced: () => void): OwnerCore {
  const stopped = new AbortController()
  const closing = new AbortController()
  const loops: Loop[] = []
  const started = start(deps, { stopped: stopped.signal, isClosing: () => closing.signal.aborted, loops, onFenced })
  const commands = started.then((running) => running.commands)
  commands.catch(async (error: unknown) => {
    if (!(error instanceof FencedOut)) {
      deps.log('hub start', error)
      await deps.clock.sleep(AFTER_FAILED_START_MS, stopped.signal)
    }
    onFenced()
  })

  return {
    commands,
    wake: () => void started.then((running) => running.wake()).catch(() => undefined),
    async drain(ms) {
      closing.abort()
      await Promise.race([Promise.all(loops.map((loop) => loop.finish())), deps.clock.sleep(ms, stopped.signal)])
    },
    async stop() {
      stopped.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

interface Life {
  readonly stopped: AbortSignal
  readonly isClosing: () => boolean
  readonly loops: Loop[]
  readonly onFenced: () => void
}

async function start(deps: HubDeps, { stopped, isClosing, loops, onFenced }: Life) {
  const { clock, random, log } = deps
  const hubStore = createHubStore(deps.store, random)
  const fence = await hubStore.takeFence()
  const board = createTopicBoard(fence, deps.publish)
  const cleared = await hubStore.read(async (tx) => readRecord(clearedRecord, await tx.get(CLEARED_KEY)))
  const epochBase = cleared?.epoch ?? 0
  const store = ownedStore(hubStore, fence, () => {
    const epoch = board.get('identity')?.epoch ?? epochBase
    return hubStore.noteClearing({ atMs: clock.nowMs(), fence, epoch })
  })
  const startedAtMs = clock.nowMs()
  const tabs = createTabRegistry(deps.tabGone)
  const reporting = withConnectionReport(deps.api, (isOnline) => board.set('connection', { isOnline }))
  const api = withAccountCheck(
    reporting,
    () => billing.checkAccount(),
    () => clock.nowMs(),
  )
  const view = createWorkView({ store, clock, show: (state) => board.set('work', state) })
  let era = new AbortController()
  const forgetOld = async (tx: StoreTransaction): Promise<void> => {
    await forgetOldFinished(tx, clock.nowMs())
    await forgetOldPurchases(tx, clock.nowMs())
  }

  function run(pass: (signal: AbortSignal) => Promise<number | null>): Loop {
    const loop = startLoop({
      clock,
      pass: async (signal) => {
        if (deps.mayBeOnline()) return anySignal([signal, era.signal], pass)
        board.set('connection', { isOnline: false })
        return OFFLINE_REST_MS
      },
      onBug: (error) => {
        if (error instanceof FencedOut) onFenced()
        else log('hub loop', error)
      },
    })
    loops.push(loop)
    return loop
  }

  function wake(): void {
    for (const loop of loops) loop.wake()
  }

  /** The account first: beside a new identity, the one before's would look like a session to adopt. A page may have written it without a command. */
  async function showIdentity(): Promise<void> {
    const found = await store.read(async (tx) => ((await tx.get(IDENTITY_KEY)) === undefined ? null : readIdentity(tx)))
    const known = board.get('identity')
    if (known !== null && known.businessUserId !== found?.businessUserId) forgetAccount()
    await billing.show()
    board.set('identity', found && { epoch: epochBase + found.epoch, businessUserId: found.businessUserId })
  }

  async function onCommand(): Promise<void> {
    await view.refresh()
    wake()
  }

  await store.write(forgetOld)
  const clearing = cleared === null ? {} : { clearedAtMs: cleared.atMs }
  deps.store.follow((problem) => board.set('storage', { problem, ...clearing }))
  if (stopped.aborted) throw new FencedOut()

  const billing = createBilling({ store, api, clock, random, board, run, stopped })
  await view.refresh()
  await showIdentity()
  const onSpending = () => billing.wantCredits()
  const { putFile } = deps
  const work = startWorkLoops({ store, api: waitForIdentity(api), putFile, clock, random, view, isClosing, run, onSpending })

  if (cleared?.isFollowed === false) {
    const rebuild = createPoolRebuild({ store, api, clock, onDone: onCommand })
    run((signal) => rebuild.pass(signal))
  }

  function forgetWaits(): void {
    work.forgetWaits()
    billing.forgetWaits()
  }

  function wakeAll(): void {
    billing.wantCredits()
    forgetWaits()
    wake()
  }

  function forgetAccount(): void {
    era.abort()
    era = new AbortController()
    billing.reset()
  }

  const commands: HubCommands = {
    ...createCommands({
      store,
      clock,
      onChange: onCommand,
      onDiscard: (commitId) => work.stopUpload(commitId),
      mayTell: (surface) => {
        if (surface !== 'notification') return true
        return clock.nowMs() - startedAtMs < TABS_KNOWN_AFTER_MS ? undefined : !tabs.isAnyVisible()
      },
    }),
    ...billing.commands,
    async resume(tab, identity) {
      const isNews = await store.write(async (tx) => {
        await forgetOld(tx)
        if ((await tx.get(IDENTITY_KEY)) !== undefined) return false
        await changeIdentity(tx, identity, 'carry')
        tx.put(IDENTITY_KEY, toStored(identityRecord, identity))
        return true
      })
      if (isNews) billing.reset()
      tabs.note(tab)
      if (tab.isVisible) billing.onVisible()
      await view.refresh()
      await showIdentity()
      wake()
      return board.all()
    },
    async wake() {
      wakeAll()
    },
    async changeIdentity(next, change) {
      forgetAccount()
      await store.write((tx) => changeIdentity(tx, next, change))
      // Again: what a loop has begun meanwhile was begun for the one before.
      forgetAccount()
      forgetWaits()
      await showIdentity()
      await onCommand()
      return ok(null)
    },
  }

  return { commands, wake: wakeAll }
}
