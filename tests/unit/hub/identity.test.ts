import { describe, expect, it } from 'vitest'
import { toStored } from '#shared/storage/records.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { BATCH_RETENTION_MS, RECONCILE_MS } from '#shared/domain/task.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

const GENERATE_PATH = '/ai/i2v/gen/custom'
const NOBODY = identityRecord.fallback()
const ACCOUNT = { ...NOBODY, businessUserId: 'ada' }

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

describe('a change of identity', () => {
  it('reaches all tabs, with the credits of the new account', async () => {
    const [firstHub, secondHub] = [world.startHub(), world.startHub()]
    await world.clock.settle()
    world.server.points = 30
    await secondHub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    const identities = world.snapshots.filter(({ topic }) => topic === 'identity').map(({ state }) => state)
    expect(identities.at(-1)).toEqual({ epoch: 1, businessUserId: 'ada' })
    const { identity, credits } = await resume(firstHub)
    expect(identity.state).toEqual({ epoch: 1, businessUserId: 'ada' })
    expect(credits.state).toEqual({ points: 30, held: 0 })
  })

  it('at a login moves the waiting, running and finished work, which continues', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await hub.api.commit(makeIntent())
    await world.clock.advance(3000)
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    world.server.isDown = true
    const waitingIntent = makeIntent()
    await hub.api.commit(waitingIntent)
    await hub.api.mutate('m', { kind: 'collect', ids: ['a'], op: 1 })
    await world.clock.settle()

    await hub.api.changeIdentity(ACCOUNT, 'merge')
    const work = (await resume(hub)).work.state
    expect(work).toMatchObject({ outbox: [{ id: waitingIntent.id }], mutations: [{ id: 'm' }], batches: [{ batchId: 'batch-2' }] })
    expect(work.finished).toMatchObject([{ batchId: 'batch-1' }])
    world.server.isDown = false
    await world.clock.advance(60_000)
    expect(world.server.batches.size).toBe(3)
  })

  it('at a logout erases every record of the account, and nothing of it is sent afterwards', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.advance(3000)
    world.finish('batch-1', 'FAILED')
    await world.clock.advance(3000)
    world.server.isDown = true
    await hub.api.commit(makeIntent())
    await hub.api.mutate('m', { kind: 'collect', ids: ['a'], op: 1 })
    await hub.api.changeIdentity({ ...NOBODY, userToken: 'new' }, 'erase')
    world.server.isDown = false
    await world.clock.advance(60_000)
    expect((await resume(hub)).work.state).toMatchObject({ outbox: [], mutations: [], batches: [], finished: [] })
    expect(world.server.batches.size).toBe(1)
    expect(world.server.mutations).toEqual([])
    const keys = await world.disk.read((tx) => tx.keys(''))
    expect(keys.filter((key) => /^(outbox|mutation|overdue|announced|order)\//.test(key))).toEqual([])
  })

  it('in the middle of a commit aborts it, and its answer changes nothing for the next user', async () => {
    const hub = world.startHub()
    const intent = makeIntent()
    world.server.storedHashes.add(intent.picture.sha256)
    await world.clock.settle()
    world.server.answerDelayMs = 1000
    await hub.api.commit(intent)
    await world.clock.advance(1500)
    expect(world.callsTo(GENERATE_PATH)).toHaveLength(1)
    await hub.api.changeIdentity({ ...NOBODY, userToken: 'new' }, 'erase')
    await world.clock.advance(60_000)
    expect(world.callsTo(GENERATE_PATH)).toHaveLength(1)
    expect((await resume(hub)).work.state).toMatchObject({ outbox: [], batches: [] })
  })

  it('stops an upload of the former user at once', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.isPutStopped = true
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    await hub.api.changeIdentity({ ...NOBODY, userToken: 'new' }, 'erase')
    await world.clock.settle()
    expect(world.server.abortedPuts).toBe(1)
  })

  it('at a login during a poll of an overdue batch retains that batch', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    world.clock.shift(BATCH_RETENTION_MS)
    await world.clock.advance(5000)
    expect((await resume(hub)).work.state.batches).toMatchObject([{ isOverdue: true }])
    world.server.history = () => []
    world.server.answerDelayMs = 1000
    world.clock.shift(RECONCILE_MS)
    await resume(hub)
    await world.clock.advance(1500)
    expect(world.callsTo('/ai/i2v/query')).toHaveLength(1)
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    expect((await resume(hub)).work.state.batches).toMatchObject([{ isOverdue: true }])
  })

  it('that becomes known only after a commit moves the commit with it', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    const intent = makeIntent()
    await hub.api.commit(intent)
    const visitor = { ...NOBODY, userToken: 'visitor', epoch: 4 }
    const { work, identity } = await hub.api.resume({ tabId: 'tab', isVisible: true }, visitor)
    expect(work.state.outbox).toMatchObject([{ id: intent.id }])
    expect(identity.state).toMatchObject({ epoch: 4 })
  })

  it('reported twice is one change', async () => {
    const hub = world.startHub()
    world.server.isDown = true
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await hub.api.commit(makeIntent())
    await hub.api.changeIdentity(ACCOUNT, 'erase')
    expect((await resume(hub)).work.state.outbox).toHaveLength(1)
  })
})

describe('the end of a task', () => {
  async function startHubWithFinishedTask(): Promise<Hub> {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.advance(3000)
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    return hub
  }
  const claimNotice = (hub: Hub, tab: string, surface: 'toast' | 'notification') => hub.api.claimNotice('batch-1-task-1', tab, surface)

  it('is a system notification only when no tab is visible, and then no toast any more', async () => {
    const hub = await startHubWithFinishedTask()
    await resume(hub, 'front', true)
    await resume(hub, 'back', false)
    expect(await claimNotice(hub, 'back', 'notification')).toBe(false)
    await resume(hub, 'front', false)
    expect(await claimNotice(hub, 'back', 'notification')).toBe(true)
    expect(await claimNotice(hub, 'front', 'notification')).toBe(false)
    expect(await claimNotice(hub, 'front', 'toast')).toBe(false)
    expect(await claimNotice(hub, 'back', 'toast')).toBe(false)
  })

  it('is notified although a visible tab was closed before', async () => {
    const hub = await startHubWithFinishedTask()
    await resume(hub, 'front', true)
    world.browser.closeTab('front')
    await world.clock.settle()
    expect(await claimNotice(hub, 'back', 'notification')).toBe(true)
  })

  it('is not notified by a new owner before the tabs have reported whether they are visible', async () => {
    const firstHub = await startHubWithFinishedTask()
    await resume(firstHub, 'front', true)
    world.killHub(firstHub)
    const hub = world.startHub()
    expect(await claimNotice(hub, 'back', 'notification')).toBeNull()
    await resume(hub, 'front', true)
    await world.clock.advance(2000)
    expect(await claimNotice(hub, 'back', 'notification')).toBe(false)
  })
})

describe('a session that is over', () => {
  it('leaves the account’s unsent work on the device: hidden from the visitor, restored with the account', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    world.server.isDown = true
    const intent = makeIntent()
    await hub.api.commit(intent)
    await hub.api.changeIdentity(NOBODY, 'suspend')
    world.server.isDown = false
    await world.clock.advance(60_000)
    expect((await resume(hub)).work.state.outbox).toEqual([])
    expect(world.server.batches.size).toBe(0)

    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.advance(3000)
    expect(world.server.batches.size).toBe(1)
  })

  it('leaves the unseen results of the account, whatever the visitor dismisses', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await hub.api.commit(makeIntent())
    await world.clock.advance(3000)
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    await hub.api.changeIdentity(NOBODY, 'suspend')
    await hub.api.dismissFinished('batch-1-task-1')
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    expect((await resume(hub)).work.state.finished).toMatchObject([{ taskId: 'batch-1-task-1', isDismissed: false }])
  })

  it.each(['H3009', 'H3013'] as const)(
    'retains a commit and a change that are refused with %s, until an allowed identity is there',
    async (code) => {
      const hub = world.startHub()
      await world.clock.settle()
      world.server.errorForAllCalls = { code, retry: 'never' }
      const intent = makeIntent()
      await hub.api.commit(intent)
      await hub.api.mutate('m', { kind: 'collect', ids: ['a'], op: 1 })
      await world.clock.advance(3000)
      expect((await resume(hub)).work.state).toMatchObject({
        outbox: [{ id: intent.id, state: 'queued' }],
        mutations: [{ state: 'queued' }],
      })
      world.server.errorForAllCalls = null
      await hub.api.changeIdentity(ACCOUNT, 'merge')
      await world.clock.advance(1000)
      expect(world.server.batches.size).toBe(1)
      expect(world.server.mutations).toEqual(['m'])
    },
  )

  it('is checked when a call is refused, at most every 5 seconds', async () => {
    world.startHub()
    await world.clock.settle()
    world.server.errorForAllCalls = { code: 'H3013', retry: 'never' }
    const hub = world.startHub()
    const countAccountRequests = () => world.server.calls.filter(({ path }) => path === '/user/me').length
    await hub.api.refreshCredits()
    await world.clock.settle()
    const firstCount = countAccountRequests()
    expect(firstCount).toBe(1)
    await hub.api.refreshCredits()
    await world.clock.settle()
    expect(countAccountRequests()).toBe(firstCount)
    await world.clock.advance(5000)
    await hub.api.refreshCredits()
    await world.clock.settle()
    expect(countAccountRequests()).toBe(firstCount + 1)
  })

  it.each([
    [403, true],
    [500, false],
  ])('with an upload that is answered with %i: is checked: %s', async (status, isChecked) => {
    const hub = world.startHub()
    world.server.putStatus = status
    await hub.api.commit(makeIntent())
    await world.clock.advance(3000)
    expect(world.server.puts.length).toBeGreaterThan(0)
    expect(world.callsTo('/user/me').length > 0).toBe(isChecked)
  })

  it('is checked when a proxy refuses a call with 403, and the work is not dropped', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.errorForAllCalls = { code: 'answer_malformed', retry: 'later', isForbidden: true }
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.advance(3000)
    expect(world.callsTo('/user/me').length).toBeGreaterThan(0)
    expect((await resume(hub)).work.state.outbox).toMatchObject([{ id: intent.id, state: 'queued' }])
  })
})

describe('the account reported with an identity', () => {
  it('is never the account of the earlier identity', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await hub.api.refreshAccount()
    await world.clock.settle()
    await hub.api.changeIdentity(NOBODY, 'erase')
    await world.clock.settle()
    let account: unknown = null
    const idPairs = world.snapshots.flatMap(({ topic, state }) => {
      if (topic === 'account') account = state
      return topic === 'identity' ? [[(state as { businessUserId: string }).businessUserId, (account as { id: string } | null)?.id]] : []
    })
    expect(idPairs).toContainEqual(['', undefined])
    expect(idPairs).not.toContainEqual(['', 'ada'])
    expect(await world.disk.read((tx) => tx.get('account'))).toBeUndefined()
  })

  it('is not one whose request began while the identity was changing', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    world.server.answerDelayMs = 1000
    const logout = hub.api.changeIdentity({ ...NOBODY, userToken: 'new' }, 'erase')
    const refresh = hub.api.refreshAccount()
    await logout
    await world.clock.advance(2000)
    expect(await refresh).toMatchObject({ ok: false })
    expect((await resume(hub)).account.state).toBeNull()
    expect(await world.disk.read((tx) => tx.get('account'))).toBeUndefined()
  })

  it('is reset with the balance when a page has stored another identity: both are requested anew', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    world.server.points = 7
    await world.disk.write(async (tx) => tx.put('identity', toStored(identityRecord, { ...NOBODY, userToken: 'new', epoch: 9 })))
    await resume(hub)
    await world.clock.settle()
    expect((await resume(hub)).credits.state).toEqual({ points: 7, held: 0 })
  })

  it('is none when a page has found its cookies deleted and stored the new identity', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await hub.api.refreshAccount()
    await world.clock.settle()
    expect((await resume(hub)).account.state).toMatchObject({ id: 'ada' })
    await world.disk.write(async (tx) => tx.put('identity', toStored(identityRecord, { ...NOBODY, userToken: 'new', epoch: 9 })))
    const { account, identity } = await resume(hub)
    expect(identity.state).toEqual({ epoch: 9, businessUserId: '' })
    expect(account.state).toBeNull()
    const restartedHub = world.startHub()
    expect((await resume(restartedHub)).account.state).toBeNull()
  })
})
