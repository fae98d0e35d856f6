import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import { getOrderResult } from '#shared/api/pay-orders.ts'
import { UNCONFIRMED_ORDER_MS } from '#shared/domain/polling.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { fail, ok } from '#shared/result.ts'
import { HUB_DATABASE } from '#shared/storage/keys.ts'
import { createHubStore, FencedOut, ownedStore } from '#workers/hub/core/hub-store.ts'
import { putOrder, readOrders, toPendingOrder } from '#workers/hub/core/order-rows.ts'
import { createOrderWatch } from '#workers/hub/core/order-watch.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../lib/fake-clock.ts'
import { createScriptedApi, hanging, unreachable } from './scripted-api.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PACK = 6
const SUBSCRIPTION = 2

const result = (payResult: (typeof PAY_RESULTS)[number]) => ok({ payResult, skuType: PACK, points: 500 })
const unknown = () => fail({ code: 'H4023' as const, retry: 'never' as const })

async function createWorld() {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  const clock = createFakeClock()
  let setBackMs = 0
  const wallClock = { ...clock, nowMs: () => clock.nowMs() - setBackMs }
  const hubStore = createHubStore(openStore(HUB_DATABASE), () => 0)
  const scripted = createScriptedApi(clock)
  scripted.answer(getOrderResult, () => result('PENDING'))
  const session = { account: 'account:1' }
  const paid: number[] = []
  const bugs: unknown[] = []

  /** A worker that owns the hub; it does not survive the first thing it is told to die of. */
  async function startWorker({ diesWhenPaid = false, dropsAtSuccess = false } = {}) {
    let isDropped = false
    const dropOnSight = async () => {
      const [first] = await orders()
      if (isDropped || first?.state !== 'success') return
      isDropped = true
      await watch.drop(first.payOrderId)
    }
    const store = ownedStore(hubStore, await hubStore.takeFence())
    const watch = createOrderWatch({
      store,
      api: scripted.api,
      clock: wallClock,
      random: () => 0,
      account: async () => session.account,
      onChange: () => (dropsAtSuccess ? dropOnSight() : Promise.resolve()),
      onPaid: ({ skuType }) => {
        if (diesWhenPaid) throw new Error('killed')
        paid.push(skuType)
        return skuType === SUBSCRIPTION ? 'going_on' : 'settled'
      },
    })
    const loop = startLoop({ clock, pass: (signal) => watch.pass(signal), onBug: (error) => bugs.push(error) })
    const track = async (changes: Partial<OrderRow> = {}) => {
      await store.write((tx) => putOrder(tx, makeOrder(clock.nowMs(), session.account, changes)))
      loop.wake()
      await clock.settle()
    }
    const confirm = async (payOrderId = 'order-1') => {
      const confirmed = await watch.confirm(payOrderId)
      loop.wake()
      await clock.settle()
      return confirmed
    }
    return { watch, loop, track, confirm }
  }

  const orders = async (account = session.account) => (await hubStore.read((tx) => readOrders(tx, account))).map(toPendingOrder)
  return {
    ...scripted,
    clock,
    setClockBack: (ms: number) => (setBackMs = ms),
    session,
    paid,
    bugs,
    startWorker,
    orders,
    states: async () => (await orders()).map(({ state }) => state),
    asked: () => scripted.callsAtMs(getOrderResult),
  }
}

function makeOrder(nowMs: number, account: string, changes: Partial<OrderRow> = {}): OrderRow {
  const checkout = { sessionId: 'session-1', checkoutUrl: 'https://checkout.example/1', isEmbedded: true, amountCents: 999 }
  const lastState = { lastestChosenSku: 'sku-1', isVip: false, points: 100 }
  const unasked = { confirmedAtMs: null, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs: UNCONFIRMED_ORDER_MS }
  const open = { state: 'waiting' as const, createdAtMs: nowMs, endedAtMs: null, isTold: false }
  return { payOrderId: 'order-1', account, skuId: 'sku-1', skuType: PACK, lastState, ...checkout, ...open, ...unasked, ...changes }
}

describe('an order whose checkout says that it was paid', () => {
  it('is asked for six times, a second apart, and is late then', async () => {
    const { clock, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    expect(await states()).toEqual(['confirming'])
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect(await states()).toEqual(['late'])
    expect(asked()).toEqual([0, 1000, 2000, 3000, 4000, 5000])
  })

  it('is late for a day, asked for with pauses from 10 s to 5 min, and closed then', async () => {
    const { clock, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    await clock.advance(DAY_MS - 1)
    expect(await states()).toEqual(['late'])
    const late = asked().slice(5)
    const pauses = late.slice(1).map((atMs, index) => (atMs - (late[index] ?? 0)) / 1000)
    expect(pauses.slice(0, 7)).toEqual([10, 20, 40, 80, 160, 300, 300])
    expect(Math.max(...pauses)).toBe(300)
    await clock.advance(1)
    await clock.settle()
    expect([await states(), asked().at(-1)]).toEqual([['closed'], DAY_MS])
    const total = asked().length
    await clock.advance(DAY_MS)
    expect(asked()).toHaveLength(total)
  })

  it.each([
    ['SUCCESS', 'success', [PACK]],
    ['CLOSED', 'closed', []],
  ] as const)('ends with %s as %s', async (payResult, state, told) => {
    const { clock, answer, asked, states, paid, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    answer(getOrderResult, () => result(payResult))
    await clock.advance(HOUR_MS)
    expect([await states(), paid, asked()]).toEqual([[state], told, [0, 1000]])
  })

  it('is failed only when all six answers say so: one that was on its way may be about the card before', async () => {
    const { clock, answer, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => result('FAILED'))
    await confirm()
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect([await states(), asked().length]).toEqual([['failed'], 6])
  })

  it('is paid though the question before it still hears of the card that was refused', async () => {
    const { clock, answer, states, paid, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    let arrive = (): void => undefined
    answer(getOrderResult, () => new Promise((resolve) => (arrive = () => resolve(result('FAILED')))))
    await clock.advance(MINUTE_MS)
    await confirm()
    answer(getOrderResult, () => result('SUCCESS'))
    arrive()
    await clock.settle()
    await clock.advance(1000)
    await clock.settle()
    expect([await states(), paid]).toEqual([['success'], [PACK]])
  })

  it('counts no try that was not answered among the six', async () => {
    const { clock, answer, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    answer(getOrderResult, unreachable)
    await clock.advance(7000)
    answer(getOrderResult, () => result('PENDING'))
    await clock.advance(5000)
    expect(asked()).toEqual([0, 1000, 2000, 4000, 8000, 9000, 10_000, 11_000, 12_000])
    expect(await states()).toEqual(['late'])
  })

  it('is late after a minute without an answer, and asked for as soon as the network is back', async () => {
    const { clock, answer, asked, states, startWorker } = await createWorld()
    const { track, watch, loop, confirm } = await startWorker()
    await track()
    answer(getOrderResult, unreachable)
    await confirm()
    await clock.advance(MINUTE_MS - 1)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect(await states()).toEqual(['late'])
    answer(getOrderResult, () => result('SUCCESS'))
    watch.forgetWaits()
    loop.wake()
    await clock.settle()
    expect([await states(), asked().at(-1)]).toEqual([['success'], MINUTE_MS])
  })

  it('goes on where it was in a new worker', async () => {
    const { clock, asked, states, startWorker } = await createWorld()
    const first = await startWorker()
    await first.track()
    await first.confirm()
    await clock.advance(2000)
    await first.loop.stop()
    await startWorker()
    await clock.advance(3000)
    await clock.settle()
    expect(asked()).toEqual([0, 1000, 2000, 3000, 4000, 5000])
    expect(await states()).toEqual(['late'])
  })

  it('is not given up when the server does not know it yet', async () => {
    const { clock, answer, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, unknown)
    await confirm()
    await clock.advance(HOUR_MS)
    expect(await states()).toEqual(['late'])
  })

  it('is asked for a last time when its day was over before a worker came', async () => {
    const { clock, answer, states, paid, startWorker } = await createWorld()
    const first = await startWorker()
    await first.track({ skuType: SUBSCRIPTION })
    answer(getOrderResult, hanging)
    await first.confirm()
    await first.loop.stop()
    await clock.advance(3 * DAY_MS)
    answer(getOrderResult, () => result('SUCCESS'))
    await startWorker()
    await clock.settle()
    expect([await states(), paid]).toEqual([['success'], [SUBSCRIPTION]])
  })

  it('is waited for as long as the server asks for, if that is longer', async () => {
    const { clock, answer, asked, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => fail({ code: 'H4022', retry: 'later', afterMs: 7000 }))
    await confirm()
    await clock.advance(7000)
    await clock.settle()
    expect(asked()).toEqual([0, 7000])
  })
})

describe('an order nobody confirmed', () => {
  it('is asked for from a minute on, with growing pauses, and waits', async () => {
    const { clock, asked, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    await clock.advance(MINUTE_MS + 70_000)
    await clock.settle()
    expect(asked().map((ms) => ms / 1000)).toEqual([60, 70, 90, 130])
    expect(await states()).toEqual(['waiting'])
  })

  it('is found paid though its tab died after the payment', async () => {
    const { clock, answer, states, paid, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track({ skuType: SUBSCRIPTION })
    answer(getOrderResult, () => result('SUCCESS'))
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect([await states(), paid]).toEqual([['success'], [SUBSCRIPTION]])
  })

  it('is closed when the server does not know it', async () => {
    const { clock, answer, asked, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    answer(getOrderResult, unknown)
    await clock.advance(HOUR_MS)
    expect([await states(), asked()]).toEqual([['closed'], [MINUTE_MS]])
  })

  it('is closed after a day', async () => {
    const { clock, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    await clock.advance(DAY_MS)
    await clock.settle()
    expect(await states()).toEqual(['closed'])
  })
})

describe('a success', () => {
  it('is passed on once, however many workers follow', async () => {
    const { clock, answer, paid, startWorker } = await createWorld()
    const first = await startWorker()
    await first.track()
    answer(getOrderResult, () => result('SUCCESS'))
    await first.confirm()
    await first.loop.stop()
    await startWorker()
    await clock.settle()
    expect(paid).toEqual([PACK])
  })

  it('that a worker died over is passed on by the next one', async () => {
    const { clock, answer, paid, asked, startWorker } = await createWorld()
    const first = await startWorker({ diesWhenPaid: true })
    await first.track()
    answer(getOrderResult, () => result('SUCCESS'))
    await first.confirm()
    await first.loop.stop()
    await startWorker()
    await clock.settle()
    expect([paid, asked()]).toEqual([[PACK], [0]])
  })

  it('is final: confirming it again asks nothing', async () => {
    const { clock, answer, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => result('SUCCESS'))
    await confirm()
    await confirm()
    await clock.advance(HOUR_MS)
    expect([await states(), asked()]).toEqual([['success'], [0]])
  })
})

describe('the commands', () => {
  it('ask again for a failed order that was paid with another card', async () => {
    const { clock, answer, states, paid, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => result('FAILED'))
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect(await states()).toEqual(['failed'])
    answer(getOrderResult, () => result('SUCCESS'))
    expect(await confirm()).toEqual(ok(null))
    expect([await states(), paid]).toEqual([['success'], [PACK]])
  })

  it('do not begin the six tries anew when an order is confirmed twice', async () => {
    const { clock, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    await clock.advance(3000)
    await confirm()
    await clock.advance(2000)
    await clock.settle()
    expect([await states(), asked().length]).toEqual([['late'], 6])
  })

  it('give a late order that is confirmed anew all its six tries again', async () => {
    const { clock, asked, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    await clock.advance(6000)
    expect(await states()).toEqual(['late'])
    const before = asked().length
    await confirm()
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect([await states(), asked().length - before]).toEqual([['late'], 6])
  })

  it('say that an order is unknown, or somebody else’s', async () => {
    const { session, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    expect(await confirm('order-2')).toMatchObject({ ok: false, error: { code: 'H4023' } })
    session.account = 'account:2'
    expect(await confirm()).toMatchObject({ ok: false, error: { code: 'H4023' } })
  })

  it('forget an order that ended or waits, twice if need be, but none that is being confirmed', async () => {
    const { clock, orders, states, startWorker } = await createWorld()
    const { track, watch, confirm } = await startWorker()
    await track()
    await track({ payOrderId: 'order-2' })
    await confirm()
    expect(await watch.drop('order-1')).toMatchObject({ ok: false, error: { code: 'H4021' } })
    expect(await watch.drop('order-2')).toEqual(ok(null))
    expect(await watch.drop('order-2')).toEqual(ok(null))
    await clock.advance(10_000)
    expect(await states()).toEqual(['late'])
    expect(await watch.drop('order-1')).toMatchObject({ ok: false, error: { code: 'H4021' } })
    await clock.advance(DAY_MS)
    expect(await watch.drop('order-1')).toEqual(ok(null))
    expect(await orders()).toEqual([])
  })

  it('pass on what a success brings before it is forgotten, however fast the page is', async () => {
    const { clock, answer, paid, orders, startWorker } = await createWorld()
    const { track } = await startWorker({ dropsAtSuccess: true })
    answer(getOrderResult, () => result('SUCCESS'))
    await track()
    await clock.advance(UNCONFIRMED_ORDER_MS)
    expect(await orders()).toEqual([])
    expect(paid).toEqual([PACK])
  })

  it('forget no order of somebody else', async () => {
    const { session, orders, startWorker } = await createWorld()
    const { track, watch } = await startWorker()
    await track()
    session.account = 'account:2'
    await watch.drop('order-1')
    expect(await orders('account:1')).toHaveLength(1)
  })
})

describe('the orders of another account', () => {
  it('are not asked for', async () => {
    const { clock, session, asked, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    session.account = 'account:2'
    await clock.advance(HOUR_MS)
    expect(asked()).toEqual([])
  })

  it('do not take an answer that was given to the next one', async () => {
    const { clock, answer, session, orders, startWorker } = await createWorld()
    let arrive = (): void => undefined
    answer(getOrderResult, () => new Promise((resolve) => (arrive = () => resolve(unknown()))))
    const { track } = await startWorker()
    await track()
    await clock.advance(MINUTE_MS)
    await clock.settle()
    session.account = 'account:2'
    arrive()
    await clock.settle()
    expect((await orders('account:1')).map(({ state }) => state)).toEqual(['waiting'])
  })
})

describe('the loop over orders', () => {
  it('asks for each by its own rhythm', async () => {
    const { clock, calls, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await clock.advance(57_000)
    await track({ payOrderId: 'order-2' })
    await confirm('order-2')
    await clock.advance(5000)
    await clock.settle()
    const first = calls.filter(({ input }) => (input as { payOrderId: string }).payOrderId === 'order-1')
    expect(first.map(({ atMs }) => atMs)).toEqual([60_000])
    expect(calls.length - first.length).toBe(6)
  })

  it('stops with a call in flight and changes nothing', async () => {
    const { clock, answer, asked, states, startWorker } = await createWorld()
    const { track, confirm, loop } = await startWorker()
    await track()
    answer(getOrderResult, hanging)
    await confirm()
    await loop.stop()
    answer(getOrderResult, () => result('PENDING'))
    await startWorker()
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect([await states(), asked()]).toEqual([['late'], [0, 0, 1000, 2000, 3000, 4000, 5000]])
  })

  it('writes nothing once another worker has taken over', async () => {
    const { clock, states, bugs, startWorker } = await createWorld()
    const frozen = await startWorker()
    await frozen.track()
    await startWorker().then(({ loop }) => loop.stop())
    await expect(frozen.watch.confirm('order-1')).rejects.toThrow(FencedOut)
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect(bugs[0]).toBeInstanceOf(FencedOut)
    expect(await states()).toEqual(['waiting'])
  })

  it('asks for an order at once when it is confirmed, whatever pause the network has earned', async () => {
    const { clock, answer, asked, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, unreachable)
    await clock.advance(10 * MINUTE_MS)
    const before = asked().length
    await confirm()
    expect(asked().slice(before)).toEqual([10 * MINUTE_MS])
  })

  it('is not held up by a clock that was set back', async () => {
    const { clock, asked, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track({ createdAtMs: clock.nowMs() + 5 * HOUR_MS, askedAtMs: clock.nowMs() + 5 * HOUR_MS })
    expect(asked()).toEqual([0])
  })

  it('is not held up by a clock that is set back while the network is away', async () => {
    const { clock, answer, asked, setClockBack, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track({ state: 'confirming', confirmedAtMs: clock.nowMs() })
    answer(getOrderResult, unreachable)
    await clock.advance(10 * MINUTE_MS)
    const before = asked().length
    setClockBack(2 * HOUR_MS)
    await clock.advance(5 * MINUTE_MS)
    expect(asked().length).toBeGreaterThan(before)
  })
})
