import { expect, test } from 'vitest'
import { checkoutWorld, order } from './checkout-world.ts'

test('a checkout that fails to render ends as one that was left: its order stays and its card shows it', async () => {
  const world = checkoutWorld()
  const { purchaseEnd } = await world.buy()
  world.checkout.breakOff()
  await purchaseEnd
  expect([world.notes, world.droppedIds, world.view(), world.pendingResults()]).toEqual([[{ kind: 'left' }], [], null, 1])
})

test('a confirmed payment continues without it, and its end is reported', async () => {
  const world = checkoutWorld()
  const { purchaseEnd } = await world.buy()
  await world.sendMessage('pay_success')
  world.checkout.breakOff()
  await world.clock.settle()
  expect([world.notes, world.openPayment().isConfirming]).toEqual([[], true])
  world.setOrderState('success')
  await purchaseEnd
  expect([world.notes.map(({ kind }) => kind), world.view()]).toEqual([['success'], null])
})

test('a question that fails to render buys nothing', async () => {
  const world = checkoutWorld()
  world.notify({ orders: [order({ state: 'late' })] })
  const { purchaseEnd } = await world.buy()
  expect(world.view()?.kind).toBe('again')
  world.checkout.breakOff()
  await purchaseEnd
  expect([world.intents, world.view()]).toEqual([[], null])
})
