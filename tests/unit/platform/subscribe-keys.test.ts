import { expect, test, vi } from 'vitest'
import { proxy } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'

const settle = () => Promise.resolve()

test('a listener runs only when one of its keys is assigned another value, once for several', async () => {
  const state = proxy({ work: { count: 1 }, credits: { points: 1 }, identity: 'ada' })
  const listener = vi.fn()
  const stop = subscribeKeys(state, ['work', 'identity'], listener)
  for (let points = 2; points < 20; points += 1) {
    state.credits = { points }
    await settle()
  }
  state.identity = 'ada'
  await settle()
  expect(listener).not.toHaveBeenCalled()
  Object.assign(state, { work: { count: 1 }, identity: 'bob' })
  await settle()
  expect(listener).toHaveBeenCalledTimes(1)
  state.work = { count: 2 }
  await settle()
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  state.work = { count: 3 }
  await settle()
  expect(listener).toHaveBeenCalledTimes(2)
})
