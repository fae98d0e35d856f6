import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { Mutation } from '#shared/contract/hub-contract.ts'
import { type BatchTask, cancelTask, collectCreations, deleteCreations, restoreCreations } from '#shared/api/generation.ts'
import { contactUs, subscribeEmail } from '#shared/api/contact.ts'
import { noAnswer } from '#shared/api/client.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { type MutationRow, ANYBODY } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE } from '#shared/storage/records.ts'
import {
  putMutation,
  putOverdue,
  putPool,
  readMutations,
  readOverdue,
  readPool,
  createHubStore,
  ownedStore,
} from '#workers/hub/runtime/hub-store.ts'
import { createMutationSender } from '#workers/hub/creations/mutation-sender.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { createScriptedApi } from './scripted-api.ts'
import { makeBatch, makeTask } from './tracked-world.ts'

const HOUR_MS = 3_600_000
const MUTATION_CALLS = [collectCreations, deleteCreations, restoreCreations, contactUs, subscribeEmail]
const COLLECT: Mutation = { kind: 'collect', ids: ['a'], op: 1 }
const CONTACT: Mutation = { kind: 'contact', email: 'a@b.c', subject: 's', message: 'm' }
const SUBSCRIBE: Mutation = { kind: 'subscribe', email: 'a@b.c' }
const CANCEL: Mutation = { kind: 'cancel', taskId: 'a-1' }
const SERVER_ERROR: AppError = { code: 'H5000', retry: 'later' }
const LIMIT_ERROR: AppError = { code: 'H4022', retry: 'later' }

async function createWorld() {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  const clock = createFakeClock()
  const hubStore = createHubStore(openStore(HUB_DATABASE), () => 0)
  const store = ownedStore(hubStore, await hubStore.acquireFence())
  const scripted = createScriptedApi(clock)
  /** The errors that the server returns, by the mutation's key. A mutation without an error succeeds. */
  const errors = new Map<string, AppError>()
  const owner = { isClosing: false }
  let changeCount = 0
  let cancelCount = 0
  function answer<T>(value: T): Result<T> {
    const error = errors.get(scripted.calls.at(-1)?.key ?? '')
    return error === undefined ? ok(value) : fail(error)
  }
  for (const call of MUTATION_CALLS) scripted.answer(call as typeof collectCreations, () => answer({}))
  scripted.answer(cancelTask, () => answer({ pointsReturned: 50 }))
  const sender = createMutationSender({
    store,
    api: scripted.api,
    clock,
    random: () => 0,
    isClosing: () => owner.isClosing,
    onChange: async () => void (changeCount += 1),
    onCancelled: () => void (cancelCount += 1),
  })
  const loop = startLoop({ clock, pass: (signal) => sender.pass(signal), onBug: (error) => expect.fail(String(error)) })

  async function addMutations(...mutations: readonly (readonly [string, Mutation])[]): Promise<void> {
    for (const [id, mutation] of mutations) {
      const row = { id, account: ANYBODY, state: 'queued', createdAtMs: clock.nowMs(), error: null } as const
      await store.write(async (tx) => putMutation(tx, { ...row, mutation: mutation as MutationRow['mutation'] }))
      await clock.advance(1)
    }
    loop.wake()
    await settle()
  }
  const settle = () => clock.advance(0)
  const rows = async () => (await store.read(readMutations)).map(({ id, state, error }) => [id, state, error?.code])
  const sentKeys = () => scripted.calls.map(({ key }) => key)
  const track = (batchId: string, tasks: readonly BatchTask[]) =>
    store.write(async (tx) => putPool(tx, { batches: [{ ...makeBatch(batchId, 0), tasks: [...tasks] }], polledAtMs: 0 }))
  const pool = async () => (await store.read(readPool)).batches.map(({ tasks }) => tasks.map(({ id, status }) => [id, status]))
  const counts = { changeCount: () => changeCount, cancelCount: () => cancelCount }
  return { ...scripted, ...counts, clock, errors, owner, sender, loop, addMutations, settle, rows, sentKeys, track, pool, store }
}

describe('a mutation', () => {
  it.each([
    [COLLECT, collectCreations, { ids: ['a'], op: 1 }],
    [{ kind: 'delete', ids: ['a', 'b'] }, deleteCreations, { ids: ['a', 'b'] }],
    [{ kind: 'restore', ids: ['a', 'b'] }, restoreCreations, { ids: ['a', 'b'] }],
    [CONTACT, contactUs, { email: 'a@b.c', subject: 's', message: 'm' }],
    [SUBSCRIBE, subscribeEmail, { email: 'a@b.c' }],
  ] as const)('%j is one call with all its fields, under its own key, and deleted then', async (mutation, call, input) => {
    const { addMutations, calls, rows, changeCount } = await createWorld()
    await addMutations(['m1', mutation])
    expect(calls).toMatchObject([{ path: call.path, input, key: 'm1' }])
    expect(await rows()).toEqual([])
    expect(changeCount()).toBe(2)
  })

  it('shows as sent while its request runs', async () => {
    const { addMutations, answer, rows } = await createWorld()
    answer(collectCreations, () => new Promise<never>(() => undefined))
    await addMutations(['m1', COLLECT])
    expect(await rows()).toEqual([['m1', 'sending', undefined]])
  })

  it.each([
    ['waits', SERVER_ERROR, 'queued'],
    ['is unknown without an answer', noAnswer('lost'), 'unknown'],
  ] as const)('%s, delays the ones behind it, and is retried with growing pauses up to 30 s', async (_, error, state) => {
    const { addMutations, clock, errors, rows, callsAtMs } = await createWorld()
    errors.set('m1', error)
    await addMutations(['m1', COLLECT], ['m2', COLLECT])
    await clock.advance(100_000)
    expect(await rows()).toEqual([
      ['m1', state, error.code],
      ['m2', 'queued', undefined],
    ])
    const sentAtMs = callsAtMs(collectCreations)
    expect(sentAtMs.slice(1).map((ms, index) => ms - (sentAtMs[index] ?? 0))).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('waits as long as the server asks for, if that is longer', async () => {
    const { addMutations, clock, errors, sentKeys } = await createWorld()
    errors.set('m1', { ...SERVER_ERROR, afterMs: 5000 })
    await addMutations(['m1', COLLECT])
    await clock.advance(4999)
    expect(sentKeys()).toEqual(['m1'])
    await clock.advance(1)
    expect(sentKeys()).toEqual(['m1', 'm1'])
  })

  it('is not retried any sooner when another one arrives', async () => {
    const { addMutations, clock, errors, sentKeys } = await createWorld()
    errors.set('m1', SERVER_ERROR)
    await addMutations(['m1', COLLECT])
    await addMutations(['m2', COLLECT])
    expect(sentKeys()).toEqual(['m1'])
    errors.clear()
    await clock.advance(1000)
    expect(sentKeys()).toEqual(['m1', 'm1', 'm2'])
  })

  it('is retried at once, and with short pauses again, when the network is back', async () => {
    const { addMutations, clock, errors, sender, loop, settle, sentKeys } = await createWorld()
    errors.set('m1', SERVER_ERROR)
    await addMutations(['m1', COLLECT])
    await clock.advance(8000)
    const sentBefore = sentKeys().length
    sender.endPauses()
    loop.wake()
    await settle()
    expect(sentKeys()).toHaveLength(sentBefore + 1)
    await clock.advance(1000)
    expect(sentKeys()).toHaveLength(sentBefore + 2)
  })

  it('begins with a short pause after one that was done', async () => {
    const { addMutations, clock, errors, sentKeys } = await createWorld()
    errors.set('m1', SERVER_ERROR)
    await addMutations(['m1', COLLECT])
    await clock.advance(3000)
    errors.clear()
    errors.set('m2', SERVER_ERROR)
    await clock.advance(4000)
    const sentBefore = sentKeys().length
    await addMutations(['m2', COLLECT])
    expect(sentKeys()).toHaveLength(sentBefore + 1)
    await clock.advance(1000)
    expect(sentKeys()).toHaveLength(sentBefore + 2)
  })

  it('that is refused stays, is not sent again, and delays no other', async () => {
    const { addMutations, clock, errors, rows, sentKeys } = await createWorld()
    errors.set('m1', { code: 'H4001', retry: 'never' })
    await addMutations(['m1', COLLECT], ['m2', COLLECT])
    await clock.advance(HOUR_MS)
    await addMutations(['m3', COLLECT])
    expect(await rows()).toEqual([['m1', 'refused', 'H4001']])
    expect(sentKeys()).toEqual(['m1', 'm2', 'm3'])
  })

  it.each([
    ['of the one that is to be deleted means that it is done', { kind: 'delete', ids: ['a'] }, 'H4001', []],
    ['of one of several does not', { kind: 'delete', ids: ['a', 'b'] }, 'H4001', [['m1', 'refused', 'H4001']]],
    ['of one that is to be collected does not', COLLECT, 'H4001', [['m1', 'refused', 'H4001']]],
    ['for another reason does not', { kind: 'delete', ids: ['a'] }, 'H3000', [['m1', 'refused', 'H3000']]],
  ] as const)('refused because of the absence %s', async (_, mutation, code, expectedRows) => {
    const { addMutations, errors, rows } = await createWorld()
    errors.set('m1', { code, retry: 'never' })
    await addMutations(['m1', mutation])
    expect(await rows()).toEqual(expectedRows)
  })

  it('is not sent by an owner that is about to hand over', async () => {
    const { addMutations, owner, sentKeys, rows } = await createWorld()
    owner.isClosing = true
    await addMutations(['m1', COLLECT])
    expect([sentKeys(), await rows()]).toEqual([[], [['m1', 'queued', undefined]]])
  })

  it('behind one that was on its way is not sent any more by an owner that stops', async () => {
    const { addMutations, answer, loop, rows, sentKeys } = await createWorld()
    answer(collectCreations, () => new Promise<never>(() => undefined))
    await addMutations(['m1', COLLECT], ['m2', SUBSCRIBE])
    await loop.stop()
    expect([sentKeys(), await rows()]).toEqual([
      ['m1'],
      [
        ['m1', 'unknown', 'cancelled'],
        ['m2', 'queued', undefined],
      ],
    ])
  })
})

describe('contact messages over their limit', () => {
  it.each([[CONTACT], [SUBSCRIBE]])('%j wait alone, as long as the server says', async (mutation) => {
    const { addMutations, clock, errors, rows, sentKeys } = await createWorld()
    errors.set('m1', { ...LIMIT_ERROR, afterMs: HOUR_MS })
    await addMutations(['m1', mutation], ['m2', COLLECT])
    expect(sentKeys()).toEqual(['m1', 'm2'])
    expect(await rows()).toEqual([['m1', 'queued', 'H4022']])
    errors.clear()
    await addMutations(['m3', COLLECT])
    await clock.advance(HOUR_MS - 100)
    expect(sentKeys()).toEqual(['m1', 'm2', 'm3'])
    await clock.advance(100)
    expect(sentKeys()).toEqual(['m1', 'm2', 'm3', 'm1'])
    expect(await rows()).toEqual([])
  })

  it('wait half a minute at least', async () => {
    const { addMutations, clock, errors, sentKeys } = await createWorld()
    errors.set('m1', LIMIT_ERROR)
    await addMutations(['m1', CONTACT])
    await clock.advance(29_999)
    expect(sentKeys()).toEqual(['m1'])
    await clock.advance(1)
    expect(sentKeys()).toEqual(['m1', 'm1'])
  })

  it('are retried each at its own time', async () => {
    const { addMutations, clock, errors, callsAtMs } = await createWorld()
    errors.set('m1', { ...LIMIT_ERROR, afterMs: 120_000 })
    errors.set('m2', { ...LIMIT_ERROR, afterMs: 60_000 })
    await addMutations(['m1', CONTACT], ['m2', SUBSCRIBE])
    await clock.advance(130_000)
    const [contactsAtMs, subscriptionsAtMs] = [callsAtMs(contactUs), callsAtMs(subscribeEmail)]
    expect([contactsAtMs.length, (contactsAtMs[1] ?? 0) - (contactsAtMs[0] ?? 0)]).toEqual([2, 120_000])
    expect(subscriptionsAtMs.slice(1).map((ms, index) => ms - (subscriptionsAtMs[index] ?? 0))).toEqual([60_000, 60_000])
  })

  it('refused for another reason wait like all others', async () => {
    const { addMutations, errors, sentKeys } = await createWorld()
    errors.set('m1', SERVER_ERROR)
    await addMutations(['m1', CONTACT], ['m2', COLLECT])
    expect(sentKeys()).toEqual(['m1'])
  })

  it('do not delay other mutations', async () => {
    const { addMutations, errors, sentKeys } = await createWorld()
    errors.set('m1', { ...LIMIT_ERROR, afterMs: HOUR_MS })
    await addMutations(['m1', COLLECT], ['m2', COLLECT])
    expect(sentKeys()).toEqual(['m1'])
  })
})

describe('a cancellation', () => {
  it('that the server has accepted removes its task from the work in the same step, and its batch with the last one', async () => {
    const { addMutations, cancelCount, pool, rows, track } = await createWorld()
    await track('a', [makeTask('a-1', 'PROCESSING'), makeTask('a-2', 'PENDING')])
    await addMutations(['one', CANCEL])
    expect([await rows(), cancelCount()]).toEqual([[], 1])
    expect(await pool()).toEqual([
      [
        ['a-1', 'CANCELLED'],
        ['a-2', 'PENDING'],
      ],
    ])
    await addMutations(['two', { kind: 'cancel', taskId: 'a-2' }])
    expect([await pool(), cancelCount()]).toEqual([[], 2])
  })

  it('of a batch that runs for over an hour removes it from the overdue ones', async () => {
    const { addMutations, store } = await createWorld()
    const batch = { ...makeBatch('a', 0), tasks: [makeTask('a-1', 'PROCESSING')], askedAtMs: 0 }
    await store.write(async (tx) => putOverdue(tx, batch))
    await addMutations(['one', CANCEL])
    expect(await store.read(readOverdue)).toEqual([])
  })

  it.each(['H4021', 'H4001'] as const)('that is too late (%s) is over, and leaves the work to its end', async (code) => {
    const { addMutations, cancelCount, errors, pool, rows, track } = await createWorld()
    await track('a', [makeTask('a-1', 'PROCESSING')])
    errors.set('one', { code, retry: 'never' })
    await addMutations(['one', CANCEL])
    expect([await rows(), await pool(), cancelCount()]).toEqual([[], [[['a-1', 'PROCESSING']]], 1])
  })

  it('without an answer is sent again, and changes nothing until then', async () => {
    const { addMutations, clock, errors, pool, sentKeys, track } = await createWorld()
    await track('a', [makeTask('a-1', 'PROCESSING')])
    errors.set('one', SERVER_ERROR)
    await addMutations(['one', CANCEL])
    expect(await pool()).toEqual([[['a-1', 'PROCESSING']]])
    errors.clear()
    await clock.advance(2000)
    expect([sentKeys(), await pool()]).toEqual([['one', 'one'], []])
  })
})
