import { expect, test, vi } from 'vitest'
import { createHistoryLoader } from '#src/billing/histories/store-histories.ts'

const accountFacts = { businessUserId: 'ann', historyVersion: 0, isOnline: true, isVisible: true }

test('the histories of an account are loaded after the login, and again after each change of them', () => {
  const load = vi.fn(async () => true)
  const historyLoader = createHistoryLoader(load)
  historyLoader.loadMissing({ ...accountFacts, businessUserId: '' })
  expect(load).toHaveBeenCalledTimes(0)
  historyLoader.loadMissing(accountFacts)
  historyLoader.loadMissing(accountFacts)
  expect(load).toHaveBeenCalledTimes(1)
  historyLoader.loadMissing({ ...accountFacts, historyVersion: 1 })
  expect(load).toHaveBeenCalledTimes(2)
  historyLoader.loadMissing({ ...accountFacts, businessUserId: 'bob', historyVersion: 1 })
  expect(load).toHaveBeenCalledTimes(3)
})

test('they wait for the connection and for a visible tab', () => {
  const load = vi.fn(async () => true)
  const historyLoader = createHistoryLoader(load)
  historyLoader.loadMissing({ ...accountFacts, isOnline: false })
  historyLoader.loadMissing({ ...accountFacts, isVisible: false })
  expect(load).toHaveBeenCalledTimes(0)
  historyLoader.loadMissing(accountFacts)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed load is repeated when the connection returns, a successful one is not', async () => {
  const load = vi.fn(async () => true).mockResolvedValueOnce(false)
  const historyLoader = createHistoryLoader(load)
  const reconnect = () => {
    historyLoader.loadMissing({ ...accountFacts, isOnline: false })
    historyLoader.loadMissing(accountFacts)
  }
  historyLoader.loadMissing(accountFacts)
  await Promise.resolve()
  await Promise.resolve()
  historyLoader.loadMissing(accountFacts)
  expect(load).toHaveBeenCalledTimes(1)
  reconnect()
  expect(load).toHaveBeenCalledTimes(2)
  await Promise.resolve()
  reconnect()
  expect(load).toHaveBeenCalledTimes(2)
})

test('records that were removed from the device are read anew', () => {
  const load = vi.fn(async () => true)
  const historyLoader = createHistoryLoader(load)
  historyLoader.loadMissing(accountFacts)
  historyLoader.forget()
  historyLoader.loadMissing(accountFacts)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a load that fails after the connection returned during it is repeated', async () => {
  let endLoad: (isDone: boolean) => void = () => undefined
  const load = vi.fn(async () => true).mockImplementationOnce(() => new Promise((resolve) => (endLoad = resolve)))
  const historyLoader = createHistoryLoader(load)
  historyLoader.loadMissing(accountFacts)
  historyLoader.loadMissing({ ...accountFacts, isOnline: false })
  historyLoader.loadMissing(accountFacts)
  endLoad(false)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
})
