import { expect, test, vi } from 'vitest'
import { createHistoryKeeper } from '#src/billing/histories/keep-histories.ts'

const ann = { businessUserId: 'ann', historyVersion: 0, isOnline: true, isVisible: true }

test('the histories of an account are loaded after the login, and again after each change of them', () => {
  const load = vi.fn(async () => true)
  const keeper = createHistoryKeeper(load)
  keeper.look({ ...ann, businessUserId: '' })
  expect(load).toHaveBeenCalledTimes(0)
  keeper.look(ann)
  keeper.look(ann)
  expect(load).toHaveBeenCalledTimes(1)
  keeper.look({ ...ann, historyVersion: 1 })
  expect(load).toHaveBeenCalledTimes(2)
  keeper.look({ ...ann, businessUserId: 'bob', historyVersion: 1 })
  expect(load).toHaveBeenCalledTimes(3)
})

test('they wait for the connection and for a visible tab', () => {
  const load = vi.fn(async () => true)
  const keeper = createHistoryKeeper(load)
  keeper.look({ ...ann, isOnline: false })
  keeper.look({ ...ann, isVisible: false })
  expect(load).toHaveBeenCalledTimes(0)
  keeper.look(ann)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed load is repeated when the connection returns, a successful one is not', async () => {
  const load = vi.fn(async () => true).mockResolvedValueOnce(false)
  const keeper = createHistoryKeeper(load)
  const lose = () => {
    keeper.look({ ...ann, isOnline: false })
    keeper.look(ann)
  }
  keeper.look(ann)
  await Promise.resolve()
  await Promise.resolve()
  keeper.look(ann)
  expect(load).toHaveBeenCalledTimes(1)
  lose()
  expect(load).toHaveBeenCalledTimes(2)
  await Promise.resolve()
  lose()
  expect(load).toHaveBeenCalledTimes(2)
})

test('records that were removed from the device are read anew', () => {
  const load = vi.fn(async () => true)
  const keeper = createHistoryKeeper(load)
  keeper.look(ann)
  keeper.forget()
  keeper.look(ann)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a load that fails after the connection returned during it is repeated', async () => {
  let end: (isDone: boolean) => void = () => undefined
  const load = vi.fn(async () => true).mockImplementationOnce(() => new Promise((resolve) => (end = resolve)))
  const keeper = createHistoryKeeper(load)
  keeper.look(ann)
  keeper.look({ ...ann, isOnline: false })
  keeper.look(ann)
  end(false)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
})
