import { describe, expect, test } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { CONFIRM_LIMIT_MS } from '#src/billing/checkout/pay-session.ts'
import { FRAME_LOAD_LIMIT_MS } from '#src/billing/checkout/payment-frame.ts'
import { checkoutWorld, order, refusal, PURCHASE } from './checkout-world.ts'

const LOAD_LIMIT_MS = FRAME_LOAD_LIMIT_MS

describe('a purchase', () => {
  test('makes the order, opens its checkout, and ends with the state of the hub', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy()
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
    expect([world.trackedStarts, world.trackedOrders]).toEqual([['credits_dialog'], ['po_1']])
    expect(world.openPayment()).toMatchObject({ target: 'frame', amountCents: 1199, isConfirming: false, problem: null, wasShown: true })
    await world.sendMessage('pay_success')
    expect(world.confirmedIds).toEqual(['po_1'])
    expect(world.openPayment().isConfirming).toBe(true)
    world.setOrderState('success')
    await purchaseEnd
    expect(world.view()).toBeNull()
    expect(world.notes).toEqual([{ kind: 'success', skuType: 6, skuName: '300 points' }])
    expect([world.outcomes, world.droppedIds, world.frames, world.payments()]).toEqual([[null], ['po_1'], [], 1])
  })

  test('reads the account anew before its order, and uses its state', async () => {
    let finishRead: (isMember: boolean) => void = () => undefined
    const world = checkoutWorld({}, () => new Promise((resolve) => (finishRead = resolve)))
    const buying = world.buy()
    await world.clock.settle()
    expect(world.intents).toEqual([])
    finishRead(true)
    await buying
    expect(world.intents).toMatchObject([{ isVip: true }])
  })

  test('that is not confirmed in time shows a message, and retains the order', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy()
    await world.sendMessage('pay_success')
    world.setOrderState('late')
    await world.clock.settle()
    expect(world.view()).toEqual({ kind: 'late', payOrderId: 'po_1' })
    world.checkout.answer(true)
    await purchaseEnd
    expect([world.notes, world.droppedIds, world.outcomes]).toEqual([[], [], []])
  })

  test('is late by the clock where the hub publishes nothing', async () => {
    const world = checkoutWorld()
    await world.buy()
    await world.sendMessage('pay_success')
    await world.clock.advance(CONFIRM_LIMIT_MS - 1)
    expect(world.openPayment().isConfirming).toBe(true)
    await world.clock.advance(1)
    expect(world.view()).toMatchObject({ kind: 'late' })
  })

  test('that the service finally reports as failed or closed shows that it cost nothing', async () => {
    for (const endState of ['failed', 'closed'] as const) {
      const world = checkoutWorld()
      const { purchaseEnd } = await world.buy()
      await world.sendMessage('pay_success')
      world.setOrderState(endState)
      await world.clock.settle()
      expect(world.view()).toEqual({ kind: 'failed', payOrderId: 'po_1' })
      expect(world.droppedIds).toEqual([])
      world.checkout.answer(true)
      await purchaseEnd
      expect([world.outcomes, world.droppedIds]).toEqual([['failed'], ['po_1']])
    }
  })

  test('that is cancelled in the checkout is dismissed and tracked as failed', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy()
    await world.sendMessage('pay_cancel')
    await purchaseEnd
    expect([world.notes, world.outcomes, world.droppedIds, world.payments()]).toEqual([[{ kind: 'cancelled' }], ['cancelled'], ['po_1'], 0])
    expect(world.confirmedIds).toEqual([])
  })

  test('continues while a card is refused: the checkout accepts another one', async () => {
    const world = checkoutWorld()
    await world.buy()
    world.setOrderState('failed')
    await world.clock.settle()
    expect(world.openPayment().isConfirming).toBe(false)
    await world.sendMessage('pay_success')
    expect(world.confirmedIds).toEqual(['po_1'])
  })

  test('pressed twice is one, and can be repeated once it is over', async () => {
    const world = checkoutWorld()
    const firstPress = world.checkout.start(PURCHASE)
    const secondPress = world.checkout.start(PURCHASE)
    expect(secondPress).toBe(firstPress)
    await world.clock.settle()
    expect(world.intents).toHaveLength(1)
    await world.sendMessage('pay_cancel')
    await firstPress
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect(world.intents).toHaveLength(2)
  })
})

describe('a user who closes the shop', () => {
  test('during the order request sees no checkout any more, and can continue the order', async () => {
    const dialogClosed = new AbortController()
    const world = checkoutWorld({ trackStart: () => dialogClosed.abort() })
    await world.checkout.start(PURCHASE, dialogClosed.signal)
    expect([world.intents.length, world.views, world.notes, world.trackedOrders]).toEqual([1, [null], [], ['po_1']])
    expect(world.droppedIds).toEqual([])
  })

  test('and opens it again for another press gets the checkout', async () => {
    const world = checkoutWorld()
    const dialogClosed = new AbortController()
    void world.checkout.start(PURCHASE, dialogClosed.signal)
    dialogClosed.abort()
    void world.checkout.start(PURCHASE, new AbortController().signal)
    await world.clock.settle()
    expect(world.openPayment().payOrderId).toBe('po_1')
  })

  test('gets the checkout when the dialog of a press that joined is closed, but not when both are', async () => {
    for (const areBothClosed of [false, true]) {
      const [ownDialog, joinedDialog] = [new AbortController(), new AbortController()]
      const world = checkoutWorld()
      for (const { signal } of [ownDialog, joinedDialog]) void world.checkout.start(PURCHASE, signal)
      joinedDialog.abort()
      if (areBothClosed) ownDialog.abort()
      await world.clock.settle()
      expect(world.view()?.kind).toBe(areBothClosed ? undefined : 'pay')
    }
  })

  test('while logging in makes no order', async () => {
    const dialogClosed = new AbortController()
    const world = checkoutWorld({
      logIn: async () => {
        dialogClosed.abort()
        return true
      },
    })
    await world.checkout.start(PURCHASE, dialogClosed.signal)
    expect(world.intents).toEqual([])
  })
})

describe('a press after the reported end', () => {
  test('is another purchase, though the earlier order is still being dismissed', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy()
    const releaseHold = world.holdDrops()
    await world.sendMessage('pay_cancel')
    await world.clock.settle()
    expect([world.notes, world.droppedIds]).toEqual([[{ kind: 'cancelled' }], ['po_1']])
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect(world.intents).toHaveLength(1)
    releaseHold()
    await purchaseEnd
    await world.clock.settle()
    expect(world.intents).toHaveLength(2)
  })
})

describe('the hub’s state, from any cause', () => {
  test('success of the same order ends the checkout at once, success of another one does not', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy(false)
    world.notify({ orders: [order(), order({ payOrderId: 'po_2', state: 'success' })] })
    await world.clock.settle()
    expect(world.openPayment().payOrderId).toBe('po_1')
    world.setOrderState('success')
    await purchaseEnd
    expect([world.notes[0]?.kind, world.confirmedIds, world.droppedIds]).toEqual(['success', [], ['po_1']])
  })

  test('a confirmation started in another tab shows here, with its end', async () => {
    const world = checkoutWorld()
    await world.buy()
    world.setOrderState('confirming')
    expect(world.openPayment().isConfirming).toBe(true)
    await world.sendMessage('pay_cancel')
    expect(world.openPayment().isConfirming).toBe(true)
    world.setOrderState('late')
    await world.clock.settle()
    expect(world.view()).toMatchObject({ kind: 'late' })
  })

  test('a checkout that was closed elsewhere ends with a note, an order dismissed elsewhere without one', async () => {
    const closedWorld = checkoutWorld()
    await closedWorld.buy()
    closedWorld.setOrderState('closed')
    await closedWorld.clock.settle()
    expect([closedWorld.view(), closedWorld.notes, closedWorld.droppedIds]).toEqual([null, [{ kind: 'closed' }], ['po_1']])
    const dismissedWorld = checkoutWorld()
    const { purchaseEnd } = await dismissedWorld.buy()
    dismissedWorld.notify({ orders: [] })
    await purchaseEnd
    expect([dismissedWorld.view(), dismissedWorld.notes, dismissedWorld.droppedIds, dismissedWorld.outcomes]).toEqual([null, [], [], []])
  })

  test('an order that could not be confirmed is late', async () => {
    const world = checkoutWorld()
    const unreachableHub = { createOrder: async () => ok(order()), confirmOrder: async () => refusal('hub_unreachable') }
    const unconfirmedWorld = checkoutWorld({
      hub: {
        ...unreachableHub,
        dropOrder: async () => ok(null),
        read: () => ({ orders: [], isOnline: true }),
        checkMembership: async () => false,
        subscribe: () => () => undefined,
      },
    })
    await unconfirmedWorld.buy()
    await unconfirmedWorld.sendMessage('pay_success')
    expect(unconfirmedWorld.view()).toMatchObject({ kind: 'late' })
    expect(world.view()).toBeNull()
  })
})

describe('the card of an order', () => {
  test('is silent only about an end that the checkout has shown', async () => {
    const paidWorld = checkoutWorld()
    await paidWorld.buy()
    paidWorld.setOrderState('success')
    await paidWorld.clock.settle()
    expect(paidWorld.pendingResults()).toBe(0)
    const lateWorld = checkoutWorld()
    await lateWorld.buy()
    await lateWorld.sendMessage('pay_success')
    lateWorld.setOrderState('late')
    await lateWorld.clock.settle()
    expect(lateWorld.pendingResults()).toBe(1)
    const leftWorld = checkoutWorld()
    await leftWorld.buy()
    leftWorld.notify({ isOnline: false })
    leftWorld.checkout.session()?.leave()
    await leftWorld.clock.settle()
    expect(leftWorld.pendingResults()).toBe(1)
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
    expect(world.confirmedIds).toEqual(['po_1'])
    world.setOrderState('success')
    await world.clock.settle()
    frame?.onMessage('pay_success')
    frame?.onMessage('pay_cancel')
    await world.clock.settle()
    expect([world.confirmedIds, world.notes.length, world.outcomes]).toEqual([['po_1'], 1, [null]])
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
    expect([world.confirmedIds, world.outcomes]).toEqual([[], ['cancelled']])
  })

  test('count before the frame has reported that it loaded', async () => {
    const world = checkoutWorld()
    await world.buy(false)
    await world.sendMessage('pay_success')
    expect(world.confirmedIds).toEqual(['po_1'])
  })
})

describe('a user without an account', () => {
  test('logs in first, and the order follows automatically', async () => {
    let logIn: (isLoggedIn: boolean) => void = () => undefined
    const world = checkoutWorld({ logIn: () => new Promise((resolve) => (logIn = resolve)) })
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect([world.intents, world.views]).toEqual([[], []])
    logIn(true)
    await world.clock.settle()
    expect([world.intents.length, world.openPayment().payOrderId]).toEqual([1, 'po_1'])
  })

  test('who closes the login buys nothing, without a message', async () => {
    const world = checkoutWorld({ logIn: async () => false })
    await world.checkout.start(PURCHASE)
    expect([world.intents, world.notes, world.outcomes, world.view()]).toEqual([[], [], [], null])
  })

  test('whose session is over and who closes the login has reported the start, so the end is reported as well', async () => {
    const world = checkoutWorld({ logIn: async (isOver) => !isOver })
    world.answerWith(refusal('H3009'))
    await world.buy()
    expect([world.trackedStarts, world.trackedOrders, world.outcomes, world.notes]).toEqual([['credits_dialog'], [], ['H3009'], []])
  })

  test('whose session has expired logs in anew, and the order is made again', async () => {
    const sessionOverFlags: boolean[] = []
    const world = checkoutWorld({
      logIn: async (isOver) => {
        sessionOverFlags.push(isOver)
        if (isOver) world.answerWith(ok(order()))
        return true
      },
    })
    world.answerWith(refusal('H3009'))
    await world.buy()
    expect([sessionOverFlags, world.intents.length, world.openPayment().payOrderId]).toEqual([[false, true], 2, 'po_1'])
  })
})

describe('an order of the same product that may be paid', () => {
  test.each(['confirming', 'late'] as const)('and is %s causes a question before another one is made', async (state) => {
    const world = checkoutWorld()
    world.notify({ orders: [order({ payOrderId: 'po_0', state })] })
    const purchase = world.checkout.start(PURCHASE)
    await world.clock.settle()
    expect(world.view()).toEqual({ kind: 'again', skuName: '300 points', state })
    world.checkout.answer(false)
    await purchase
    expect([world.intents, world.view()]).toEqual([[], null])
    void world.checkout.start(PURCHASE)
    await world.clock.settle()
    world.checkout.answer(true)
    await world.clock.settle()
    expect(world.intents).toMatchObject([{ isAgain: true }])
    expect(world.openPayment().payOrderId).toBe('po_1')
  })

  test('causes no question when it only waits, has ended, or is for another product', async () => {
    for (const earlierOrder of [order({ state: 'waiting' }), order({ state: 'failed' }), order({ state: 'late', skuId: 'points_100' })]) {
      const world = checkoutWorld()
      world.notify({ orders: [{ ...earlierOrder, payOrderId: 'po_0' }] })
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
    expect([world.notes, world.outcomes, world.view()]).toEqual([[{ kind: 'refused', error }], [code], null])
  })

  test('an address that the server does not know, or could not check', async () => {
    for (const [validation, message] of [
      [ok({ success: false, message: 'Not ours.' }), 'Not ours.'],
      [ok({ success: false, message: `${'a'.repeat(300)}\n` }), `${'a'.repeat(199)}…`],
      [fail({ code: 'H5000' as const, retry: 'later' as const, message: 'Service error' }), 'Service error'],
      [fail({ code: '40001' as const, retry: 'later' as const }), ''],
    ] as const) {
      const world = checkoutWorld({ validateUrl: async () => validation })
      await world.buy()
      expect([world.notes, world.view()]).toEqual([[{ kind: 'address_refused', message }], null])
      expect([world.frames, world.droppedIds, world.outcomes]).toEqual([[], [], ['address_refused']])
    }
  })

  test('a missing payment SDK closes the checkout and is tracked', async () => {
    const world = checkoutWorld({ loadSdk: () => Promise.reject(new Error('404')) })
    const { purchaseEnd } = await world.buy()
    await purchaseEnd
    expect([world.notes, world.outcomes, world.view()]).toEqual([[{ kind: 'sdk_missing' }], ['sdk_missing'], null])
  })
})

test('the limits of an open checkout match the rules', () => {
  expect([FRAME_LOAD_LIMIT_MS, CONFIRM_LIMIT_MS]).toEqual([10_000, 65_000])
})

describe('the exit of a checkout stays hidden', () => {
  test('while it works, even on request', async () => {
    const world = checkoutWorld()
    await world.buy()
    await world.clock.advance(10 * LOAD_LIMIT_MS)
    expect(world.openPayment().problem).toBeNull()
    world.checkout.session()?.leave()
    await world.clock.settle()
    expect(world.openPayment().payOrderId).toBe('po_1')
  })

  test('before its load time has passed', async () => {
    const world = checkoutWorld()
    await world.buy(false)
    await world.clock.advance(LOAD_LIMIT_MS - 1)
    expect(world.openPayment().problem).toBeNull()
    await world.clock.advance(1)
    expect(world.openPayment()).toMatchObject({ problem: 'slow', wasShown: false })
    world.frames[0]?.onLoad()
    expect(world.openPayment()).toMatchObject({ problem: null, wasShown: true })
  })

  test('but shows where only the browser’s own error page has loaded', async () => {
    const world = checkoutWorld()
    world.setReachable(false)
    const { purchaseEnd } = await world.buy()
    expect(world.openPayment()).toMatchObject({ problem: 'slow', wasShown: false })
    world.checkout.session()?.leave()
    await purchaseEnd
    expect([world.notes, world.droppedIds, world.outcomes, world.view()]).toEqual([[{ kind: 'left' }], [], [], null])
  })

  test('but where its server went down after it was shown: each loaded page is checked', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy()
    world.setReachable(false)
    world.frames[0]?.onLoad()
    await world.clock.settle()
    expect(world.openPayment()).toMatchObject({ problem: 'slow', wasShown: true })
    world.setReachable(true)
    world.checkout.session()?.retry()
    await world.clock.settle()
    expect(world.openPayment().problem).toBeNull()
    world.frames[0]?.onLoad()
    world.setReachable(false)
    world.frames[0]?.onLoad()
    await world.clock.settle()
    world.checkout.session()?.leave()
    await purchaseEnd
    expect([world.notes, world.droppedIds]).toEqual([[{ kind: 'left' }], []])
  })

  test('and an older answer about its server never wins', async () => {
    const reachabilityAnswers: ((isThere: boolean) => void)[] = []
    const world = checkoutWorld({ isReachable: () => new Promise((resolve) => reachabilityAnswers.push(resolve)) })
    await world.buy()
    world.frames[0]?.onLoad()
    reachabilityAnswers[1]?.(true)
    await world.clock.settle()
    reachabilityAnswers[0]?.(false)
    await world.clock.settle()
    expect(world.openPayment().problem).toBeNull()
  })

  test('but shows where the network is down, while it is', async () => {
    const world = checkoutWorld()
    await world.buy()
    world.notify({ isOnline: false })
    expect(world.openPayment()).toMatchObject({ problem: 'offline', wasShown: true })
    world.notify({ isOnline: true })
    expect(world.openPayment().problem).toBeNull()
    world.notify({ isOnline: false })
    world.checkout.session()?.leave()
    await world.clock.settle()
    expect(world.notes).toEqual([{ kind: 'left' }])
  })

  test('during the confirmation of its payment, with or without a network', async () => {
    const world = checkoutWorld()
    await world.buy()
    await world.sendMessage('pay_success')
    world.notify({ isOnline: false })
    world.checkout.session()?.leave()
    await world.clock.settle()
    expect(world.openPayment().isConfirming).toBe(true)
  })
})

describe('a checkout that failed to load', () => {
  test('is loaded anew on request, with its whole time again', async () => {
    const world = checkoutWorld()
    await world.buy(false)
    await world.clock.advance(LOAD_LIMIT_MS)
    world.checkout.session()?.retry()
    await world.clock.settle()
    expect([world.openPayment().problem, world.openPayment().attempt, world.frames.length]).toEqual([null, 2, 1])
    await world.clock.advance(LOAD_LIMIT_MS)
    expect(world.openPayment().problem).toBe('slow')
  })

  test('continues in a tab of its own, polled until its end', async () => {
    const world = checkoutWorld()
    const { purchaseEnd } = await world.buy(false)
    await world.clock.advance(LOAD_LIMIT_MS)
    world.checkout.session()?.openTab()
    await world.clock.settle()
    expect([world.openedUrls, world.frames, world.openPayment().target]).toEqual([['https://checkout.example/c/1'], [], 'tab'])
    world.notify({ isOnline: false })
    expect(world.openPayment().problem).toBeNull()
    world.setOrderState('confirming')
    expect(world.openPayment().isConfirming).toBe(true)
    world.setOrderState('success')
    await purchaseEnd
    expect(world.notes).toMatchObject([{ kind: 'success' }])
  })
})

describe('a checkout that can not be framed', () => {
  test('opens in a tab at once, loads no SDK, and can be left', async () => {
    const world = checkoutWorld({ loadSdk: () => Promise.reject(new Error('404')) })
    world.answerWith(ok(order({ isEmbedded: false })))
    const { purchaseEnd } = await world.buy()
    expect(world.openPayment()).toMatchObject({ target: 'tab', isTabBlocked: false, problem: null })
    world.checkout.session()?.leave()
    await purchaseEnd
    expect([world.openedUrls.length, world.notes]).toEqual([1, [{ kind: 'left' }]])
  })

  test('shows a message where the browser opens no tab', async () => {
    const world = checkoutWorld({ openTab: () => false })
    world.answerWith(ok(order({ isEmbedded: false })))
    await world.buy()
    expect(world.openPayment().isTabBlocked).toBe(true)
  })
})

test('an abandoned order is continued without a new one', async () => {
  const world = checkoutWorld()
  world.notify({ orders: [order()] })
  void world.checkout.resume(order(), { ...PURCHASE, source: 'pending_order' })
  await world.clock.settle()
  expect([world.intents, world.openPayment().payOrderId, world.membershipChecks()]).toEqual([[], 'po_1', 1])
  expect([world.trackedStarts, world.trackedOrders]).toEqual([[], ['po_1 pending_order']])
})
