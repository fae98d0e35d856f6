import { expect, test } from 'vitest'
import { checkoutWorld, order } from './checkout-world.ts'

test('a checkout that fails to render ends as one that was left: its order stays and its card shows it', async () => {
  const world = checkoutWorld()
  const { ended } = await world.buy()
  world.checkout.breakOff()
  await ended
  expect([world.notes, world.dropped, world.view(), world.pendingResults()]).toEqual([[{ kind: 'left' }], [], null, 1])
})

test('a confirmed payment continues without it, and its end is reported', async () => {
  const world = checkoutWorld()
  const { ended } = await world.buy()
  await world.message('pay_success')
  world.checkout.breakOff()
  await world.clock.settle()
  expect([world.notes, world.open().isConfirming]).toEqual([[], true])
  world.state('success')
  await ended
  expect([world.notes.map(({ kind }) => kind), world.view()]).toEqual([['success'], null])
})

test('a question that fails to render buys nothing', async () => {
  const world = checkoutWorld()
  world.notify({ orders: [order({ state: 'late' })] })
  const { ended } = await world.buy()
  expect(world.view()?.kind).toBe('again')
  world.checkout.breakOff()
  await ended
  expect([world.intents, world.view()]).toEqual([[], null])
})
