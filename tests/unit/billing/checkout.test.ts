import { describe, expect, test } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { CONFIRM_LIMIT_MS } from '#src/billing/checkout/pay-session.ts'
import { FRAME_LOAD_LIMIT_MS } from '#src/billing/checkout/payment-frame.ts'
import { checkoutWorld, order, refusal, PURCHASE } from './checkout-world.ts'

const LIMIT = FRAME_LOAD_LIMIT_MS

describe('a purchase', () => {
  test('makes the order, opens its checkout, and ends with the state of the hub', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy()
    expect(world.intents).toEqual([
      {
        skuId: 'points_300',
        skuType: 6,
        skuName: '300 points',
        currencyCode: 'USD',
        isAgain: false,
        returnUrl: 'https://app.example/pay/success',
        cancelUrl: 'https://app.example/pay/cancel',
        isVip: false,
        promotion: null,
      },
    ])
    expect([world.starts, world.begun]).toEqual([['credits_dialog'], ['po_1']])
    expect(world.open()).toMatchObject({ target: 'frame', amountCents: 1199, isConfirming: false, problem: null, wasShown: true })
    await world.message('pay_success')
    expect(world.confirmed).toEqual(['po_1'])
    expect(world.open().isConfirming).toBe(true)
    world.state('success')
    await ended
    expect(world.view()).toBeNull()
    expect(world.notes).toEqual([{ kind: 'success', skuType: 6, skuName: '300 points' }])
    expect([world.ends, world.dropped, world.frames, world.paid()]).toEqual([[null], ['po_1'], [], 1])
  })

  test('reads the account anew before its order, and uses its state', async () => {
    let read: (isMember: boolean) => void = () => undefined
    const world = checkoutWorld({}, () => new Promise((resolve) => (read = resolve)))
    const pressed = world.buy()
    await world.clock.settle()
    expect(world.intents).toEqual([])
    read(true)
    await pressed
    expect(world.intents).toMatchObject([{ isVip: true }])
  })

  test('that is not confirmed in time shows a message, and retains the order', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy()
    await world.message('pay_success')
    world.state('late')
    await world.clock.settle()
    expect(world.view()).toEqual({ kind: 'late', payOrderId: 'po_1' })
    world.checkout.answer(true)
    await ended
    expect([world.notes, world.dropped, world.ends]).toEqual([[], [], []])
  })

  test('is late by the clock where the hub publishes nothing', async () => {
    const world = checkoutWorld()
    await world.buy()
    await world.message('pay_success')
    await world.clock.advance(CONFIRM_LIMIT_MS - 1)
    expect(world.open().isConfirming).toBe(true)
    await world.clock.advance(1)
    expect(world.view()).toMatchObject({ kind: 'late' })
  })

  test('that the service finally reports as failed or closed shows that it cost nothing', async () => {
    for (const end of ['failed', 'closed'] as const) {
      const world = checkoutWorld()
      const { ended } = await world.buy()
      await world.message('pay_success')
      world.state(end)
      await world.clock.settle()
      expect(world.view()).toEqual({ kind: 'failed', payOrderId: 'po_1' })
      expect(world.dropped).toEqual([])
      world.checkout.answer(true)
      await ended
      expect([world.ends, world.dropped]).toEqual([['failed'], ['po_1']])
    }
  })

  test('that is cancelled in the checkout is dismissed and tracked as failed', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy()
    await world.message('pay_cancel')
    await ended
    expect([world.notes, world.ends, world.dropped, world.paid()]).toEqual([[{ kind: 'cancelled' }], ['cancelled'], ['po_1'], 0])
    expect(world.confirmed).toEqual([])
  })

  test('continues while a card is refused: the checkout accepts another one', async () => {
    const world = checkoutWorld()
    await world.buy()
    world.state('failed')
    await world.clock.settle()
    expect(world.open().isConfirming).toBe(false)
    await world.message('pay_success')
    expect(world.confirmed).toEqual(['po_1'])
  })

  test('pressed twice is one, and can be repeated once it is over', async () => {
    const world = checkoutWorld()
    const first = world.checkout.start(PURCHASE)
    const second = world.checkout.start(PURCHASE)
    expect(second).toBe(first)
    await world.clock.settle()
    expect(world.intents).toHaveLength(1)
    await world.message('pay_cancel')
    await first
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect(world.intents).toHaveLength(2)
  })
})

describe('a user who closes the shop', () => {
  test('during the order request sees no checkout any more, and can continue the order', async () => {
    const left = new AbortController()
    const world = checkoutWorld({ trackStart: () => left.abort() })
    await world.checkout.start(PURCHASE, left.signal)
    expect([world.intents.length, world.views, world.notes, world.begun]).toEqual([1, [null], [], ['po_1']])
    expect(world.dropped).toEqual([])
  })

  test('and opens it again for another press gets the checkout', async () => {
    const world = checkoutWorld()
    const left = new AbortController()
    void world.checkout.start(PURCHASE, left.signal)
    left.abort()
    void world.checkout.start(PURCHASE, new AbortController().signal)
    await world.clock.settle()
    expect(world.open().payOrderId).toBe('po_1')
  })

  test('gets the checkout when the dialog of a press that joined is closed, but not when both are', async () => {
    for (const isLeft of [false, true]) {
      const [own, joined] = [new AbortController(), new AbortController()]
      const world = checkoutWorld()
      for (const { signal } of [own, joined]) void world.checkout.start(PURCHASE, signal)
      joined.abort()
      if (isLeft) own.abort()
      await world.clock.settle()
      expect(world.view()?.kind).toBe(isLeft ? undefined : 'pay')
    }
  })

  test('while logging in makes no order', async () => {
    const left = new AbortController()
    const world = checkoutWorld({
      logIn: async () => {
        left.abort()
        return true
      },
    })
    await world.checkout.start(PURCHASE, left.signal)
    expect(world.intents).toEqual([])
  })
})

describe('a press after the reported end', () => {
  test('is another purchase, though the earlier order is still being dismissed', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy()
    const releaseHold = world.holdDrops()
    await world.message('pay_cancel')
    await world.clock.settle()
    expect([world.notes, world.dropped]).toEqual([[{ kind: 'cancelled' }], ['po_1']])
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect(world.intents).toHaveLength(1)
    releaseHold()
    await ended
    await world.clock.settle()
    expect(world.intents).toHaveLength(2)
  })
})

describe('the hub’s state, from any cause', () => {
  test('success of the same order ends the checkout at once, success of another one does not', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy(false)
    world.notify({ orders: [order(), order({ payOrderId: 'po_2', state: 'success' })] })
    await world.clock.settle()
    expect(world.open().payOrderId).toBe('po_1')
    world.state('success')
    await ended
    expect([world.notes[0]?.kind, world.confirmed, world.dropped]).toEqual(['success', [], ['po_1']])
  })

  test('a confirmation started in another tab shows here, with its end', async () => {
    const world = checkoutWorld()
    await world.buy()
    world.state('confirming')
    expect(world.open().isConfirming).toBe(true)
    await world.message('pay_cancel')
    expect(world.open().isConfirming).toBe(true)
    world.state('late')
    await world.clock.settle()
    expect(world.view()).toMatchObject({ kind: 'late' })
  })

  test('a checkout that was closed elsewhere ends with a note, an order dismissed elsewhere without one', async () => {
    const closed = checkoutWorld()
    await closed.buy()
    closed.state('closed')
    await closed.clock.settle()
    expect([closed.view(), closed.notes, closed.dropped]).toEqual([null, [{ kind: 'closed' }], ['po_1']])
    const gone = checkoutWorld()
    const { ended } = await gone.buy()
    gone.notify({ orders: [] })
    await ended
    expect([gone.view(), gone.notes, gone.dropped, gone.ends]).toEqual([null, [], [], []])
  })

  test('an order that could not be confirmed is late', async () => {
    const world = checkoutWorld()
    const dead = { createOrder: async () => ok(order()), confirmOrder: async () => refusal('hub_unreachable') }
    const other = checkoutWorld({
      hub: {
        ...dead,
        dropOrder: async () => ok(null),
        read: () => ({ orders: [], isOnline: true }),
        checkMembership: async () => false,
        subscribe: () => () => undefined,
      },
    })
    await other.buy()
    await other.message('pay_success')
    expect(other.view()).toMatchObject({ kind: 'late' })
    expect(world.view()).toBeNull()
  })
})

describe('the card of an order', () => {
  test('is silent only about an end that the checkout has shown', async () => {
    const paid = checkoutWorld()
    await paid.buy()
    paid.state('success')
    await paid.clock.settle()
    expect(paid.pendingResults()).toBe(0)
    const late = checkoutWorld()
    await late.buy()
    await late.message('pay_success')
    late.state('late')
    await late.clock.settle()
    expect(late.pendingResults()).toBe(1)
    const left = checkoutWorld()
    await left.buy()
    left.notify({ isOnline: false })
    left.checkout.session()?.leave()
    await left.clock.settle()
    expect(left.pendingResults()).toBe(1)
  })
})

describe('messages of the frame', () => {
  test('are handled one at a time: a second success, or a cancel after it, has no effect', async () => {
    const world = checkoutWorld()
    await world.buy()
    const [frame] = world.frames
    frame?.onMessage('pay_success')
    frame?.onMessage('pay_success')
    frame?.onMessage('pay_cancel')
    await world.clock.settle()
    expect(world.confirmed).toEqual(['po_1'])
    world.state('success')
    await world.clock.settle()
    frame?.onMessage('pay_success')
    frame?.onMessage('pay_cancel')
    await world.clock.settle()
    expect([world.confirmed, world.notes.length, world.ends]).toEqual([['po_1'], 1, [null]])
  })

  test('have no effect once the checkout was cancelled, even from a remaining frame', async () => {
    const world = checkoutWorld()
    await world.buy()
    const [frame] = world.frames
    frame?.onMessage('pay_cancel')
    frame?.onMessage('pay_success')
    await world.clock.settle()
    frame?.onMessage('pay_success')
    await world.clock.settle()
    expect([world.confirmed, world.ends]).toEqual([[], ['cancelled']])
  })

  test('count before the frame has reported that it loaded', async () => {
    const world = checkoutWorld()
    await world.buy(false)
    await world.message('pay_success')
    expect(world.confirmed).toEqual(['po_1'])
  })
})

describe('a user without an account', () => {
  test('logs in first, and the order follows automatically', async () => {
    let logIn: (is: boolean) => void = () => undefined
    const world = checkoutWorld({ logIn: () => new Promise((resolve) => (logIn = resolve)) })
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect([world.intents, world.views]).toEqual([[], []])
    logIn(true)
    await world.clock.settle()
    expect([world.intents.length, world.open().payOrderId]).toEqual([1, 'po_1'])
  })

  test('who closes the login buys nothing, without a message', async () => {
    const world = checkoutWorld({ logIn: async () => false })
    await world.checkout.start(PURCHASE)
    expect([world.intents, world.notes, world.ends, world.view()]).toEqual([[], [], [], null])
  })

  test('whose session is over and who closes the login has reported the start, so the end is reported as well', async () => {
    const world = checkoutWorld({ logIn: async (isOver) => !isOver })
    world.answerWith(refusal('H3009'))
    await world.buy()
    expect([world.starts, world.begun, world.ends, world.notes]).toEqual([['credits_dialog'], [], ['H3009'], []])
  })

  test('whose session has expired logs in anew, and the order is made again', async () => {
    const asked: boolean[] = []
    const world = checkoutWorld({
      logIn: async (isOver) => {
        asked.push(isOver)
        if (isOver) world.answerWith(ok(order()))
        return true
      },
    })
    world.answerWith(refusal('H3009'))
    await world.buy()
    expect([asked, world.intents.length, world.open().payOrderId]).toEqual([[false, true], 2, 'po_1'])
  })
})

describe('an order of the same product that may be paid', () => {
  test.each(['confirming', 'late'] as const)('and is %s causes a question before another one is made', async (state) => {
    const world = checkoutWorld()
    world.notify({ orders: [order({ payOrderId: 'po_0', state })] })
    const waiting = world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect(world.view()).toEqual({ kind: 'again', skuName: '300 points', state })
    world.checkout.answer(false)
    await waiting
    expect([world.intents, world.view()]).toEqual([[], null])
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    world.checkout.answer(true)
    await world.clock.settle()
    expect(world.intents).toMatchObject([{ isAgain: true }])
    expect(world.open().payOrderId).toBe('po_1')
  })

  test('causes no question when it only waits, has ended, or is for another product', async () => {
    for (const known of [order({ state: 'waiting' }), order({ state: 'failed' }), order({ state: 'late', skuId: 'points_100' })]) {
      const world = checkoutWorld()
      world.notify({ orders: [{ ...known, payOrderId: 'po_0' }] })
      await world.buy()
      expect(world.intents).toMatchObject([{ isAgain: false }])
    }
  })
})

describe('a failure before the checkout charges nothing and shows its reason', () => {
  test.each(['40001', 'H4043', 'H4031', 'H4013', 'hub_unreachable'] as const)('an order refused with %s', async (code) => {
    const world = checkoutWorld()
    const error = { code, retry: 'never', message: 'The words of the server' } as const
    world.answerWith(fail(error))
    await world.buy()
    expect([world.notes, world.ends, world.view()]).toEqual([[{ kind: 'refused', error }], [code], null])
  })

  test('an address that the server does not know, or could not check', async () => {
    for (const [validated, message] of [
      [ok({ success: false, message: 'Not ours.' }), 'Not ours.'],
      [ok({ success: false, message: `${'a'.repeat(300)}\n` }), `${'a'.repeat(199)}…`],
      [fail({ code: 'H5000' as const, retry: 'later' as const, message: 'Service error' }), 'Service error'],
      [fail({ code: '40001' as const, retry: 'later' as const }), ''],
    ] as const) {
      const world = checkoutWorld({ validateUrl: async () => validated })
      await world.buy()
      expect([world.notes, world.view()]).toEqual([[{ kind: 'address_refused', message }], null])
      expect([world.frames, world.dropped, world.ends]).toEqual([[], [], ['address_refused']])
    }
  })

  test('a missing payment SDK closes the checkout and is tracked', async () => {
    const world = checkoutWorld({ loadSdk: () => Promise.reject(new Error('404')) })
    const { ended } = await world.buy()
    await ended
    expect([world.notes, world.ends, world.view()]).toEqual([[{ kind: 'sdk_missing' }], ['sdk_missing'], null])
  })
})

test('the limits of an open checkout match the rules', () => {
  expect([FRAME_LOAD_LIMIT_MS, CONFIRM_LIMIT_MS]).toEqual([10_000, 65_000])
})

describe('the exit of a checkout stays hidden', () => {
  test('while it works, even on request', async () => {
    const world = checkoutWorld()
    await world.buy()
    await world.clock.advance(10 * LIMIT)
    expect(world.open().problem).toBeNull()
    world.checkout.session()?.leave()
    await world.clock.settle()
    expect(world.open().payOrderId).toBe('po_1')
  })

  test('before its load time has passed', async () => {
    const world = checkoutWorld()
    await world.buy(false)
    await world.clock.advance(LIMIT - 1)
    expect(world.open().problem).toBeNull()
    await world.clock.advance(1)
    expect(world.open()).toMatchObject({ problem: 'slow', wasShown: false })
    world.frames[0]?.onLoad()
    expect(world.open()).toMatchObject({ problem: null, wasShown: true })
  })

  test('but shows where only the browser’s own error page has loaded', async () => {
    const world = checkoutWorld()
    world.reachable(false)
    const { ended } = await world.buy()
    expect(world.open()).toMatchObject({ problem: 'slow', wasShown: false })
    world.checkout.session()?.leave()
    await ended
    expect([world.notes, world.dropped, world.ends, world.view()]).toEqual([[{ kind: 'left' }], [], [], null])
  })

  test('but where its server went down after it was shown: each loaded page is checked', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy()
    world.reachable(false)
    world.frames[0]?.onLoad()
    await world.clock.settle()
    expect(world.open()).toMatchObject({ problem: 'slow', wasShown: true })
    world.reachable(true)
    world.checkout.session()?.retry()
    await world.clock.settle()
    expect(world.open().problem).toBeNull()
    world.frames[0]?.onLoad()
    world.reachable(false)
    world.frames[0]?.onLoad()
    await world.clock.settle()
    world.checkout.session()?.leave()
    await ended
    expect([world.notes, world.dropped]).toEqual([[{ kind: 'left' }], []])
  })

  test('and an older answer about its server never wins', async () => {
    const answers: ((isThere: boolean) => void)[] = []
    const world = checkoutWorld({ isReachable: () => new Promise((resolve) => answers.push(resolve)) })
    await world.buy()
    world.frames[0]?.onLoad()
    answers[1]?.(true)
    await world.clock.settle()
    answers[0]?.(false)
    await world.clock.settle()
    expect(world.open().problem).toBeNull()
  })

  test('but shows where the network is down, while it is', async () => {
    const world = checkoutWorld()
    await world.buy()
    world.notify({ isOnline: false })
    expect(world.open()).toMatchObject({ problem: 'offline', wasShown: true })
    world.notify({ isOnline: true })
    expect(world.open().problem).toBeNull()
    world.notify({ isOnline: false })
    world.checkout.session()?.leave()
    await world.clock.settle()
    expect(world.notes).toEqual([{ kind: 'left' }])
  })

  test('during the confirmation of its payment, with or without a network', async () => {
    const world = checkoutWorld()
    await world.buy()
    await world.message('pay_success')
    world.notify({ isOnline: false })
    world.checkout.session()?.leave()
    await world.clock.settle()
    expect(world.open().isConfirming).toBe(true)
  })
})

describe('a checkout that failed to load', () => {
  test('is loaded anew on request, with its whole time again', async () => {
    const world = checkoutWorld()
    await world.buy(false)
    await world.clock.advance(LIMIT)
    world.checkout.session()?.retry()
    await world.clock.settle()
    expect([world.open().problem, world.open().attempt, world.frames.length]).toEqual([null, 2, 1])
    await world.clock.advance(LIMIT)
    expect(world.open().problem).toBe('slow')
  })

  test('continues in a tab of its own, polled until its end', async () => {
    const world = checkoutWorld()
    const { ended } = await world.buy(false)
    await world.clock.advance(LIMIT)
    world.checkout.session()?.openTab()
    await world.clock.settle()
    expect([world.tabs, world.frames, world.open().target]).toEqual([['https://checkout.example/c/1'], [], 'tab'])
    world.notify({ isOnline: false })
    expect(world.open().problem).toBeNull()
    world.state('confirming')
    expect(world.open().isConfirming).toBe(true)
    world.state('success')
    await ended
    expect(world.notes).toMatchObject([{ kind: 'success' }])
  })
})

describe('a checkout that can not be framed', () => {
  test('opens in a tab at once, loads no SDK, and can be left', async () => {
    const world = checkoutWorld({ loadSdk: () => Promise.reject(new Error('404')) })
    world.answerWith(ok(order({ isEmbedded: false })))
    const { ended } = await world.buy()
    expect(world.open()).toMatchObject({ target: 'tab', isTabBlocked: false, problem: null })
    world.checkout.session()?.leave()
    await ended
    expect([world.tabs.length, world.notes]).toEqual([1, [{ kind: 'left' }]])
  })

  test('shows a message where the browser opens no tab', async () => {
    const world = checkoutWorld({ openTab: () => false })
    world.answerWith(ok(order({ isEmbedded: false })))
    await world.buy()
    expect(world.open().isTabBlocked).toBe(true)
  })
})

test('an abandoned order is continued without a new one', async () => {
  const world = checkoutWorld()
  world.notify({ orders: [order()] })
  void world.checkout.resume(order(), { ...PURCHASE, source: 'pending_order' })
  await world.clock.settle()
  expect([world.intents, world.open().payOrderId, world.checks()]).toEqual([[], 'po_1', 1])
  expect([world.starts, world.begun]).toEqual([[], ['po_1 pending_order']])
})
