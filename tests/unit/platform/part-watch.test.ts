import { expect, test, vi } from 'vitest'
import { type PartError, createPartWatch } from '#src/loading/part-watch.ts'

function watch({ isThere = true, isBusy = false, claims = 1 } = {}) {
  const trouble: PartError = { prompt: null }
  const steps: string[] = []
  let left = claims
  const parts = createPartWatch(trouble, {
    isServerThere: async () => isThere,
    isWorkInFlight: () => isBusy,
    save: async () => void steps.push('saved'),
    reload: () => steps.push('reloaded'),
    claimReload: () => left-- > 0,
  })
  return { trouble, steps, parts }
}

test('a missing part saves the drafts, then reloads the page', async () => {
  const { parts, steps, trouble } = watch()
  await parts.reportFailure(Symbol('a part'))
  expect(steps).toEqual(['saved', 'reloaded'])
  expect(trouble.prompt).toBeNull()
})

test('the second failure asks instead of reloading', async () => {
  const { parts, steps, trouble } = watch({ claims: 0 })
  await parts.reportFailure(Symbol('a part'))
  expect(steps).toEqual([])
  expect(trouble.prompt).toBe('reload')
})

test('work in flight asks instead of reloading, and does not use up the one reload', async () => {
  const claimReload = vi.fn(() => true)
  const trouble: PartError = { prompt: null }
  const reload = vi.fn()
  const deps = { isServerThere: async () => true, isWorkInFlight: () => true, save: async () => {}, reload, claimReload }
  await createPartWatch(trouble, deps).reportFailure(Symbol('a part'))
  expect(trouble.prompt).toBe('reload')
  expect(reload).not.toHaveBeenCalled()
  expect(claimReload).not.toHaveBeenCalled()
})

test('without the server nothing is reloaded: the app could not load again', async () => {
  const { parts, steps, trouble } = watch({ isThere: false })
  const part = Symbol('a part')
  await parts.reportFailure(part)
  expect(steps).toEqual([])
  expect(trouble.prompt).toBe('offline')
  parts.reportLoaded(part)
  expect(trouble.prompt).toBeNull()
})

test('the prompt stays as long as one of the parts is missing, and a loaded part asks nothing', async () => {
  const { parts, trouble } = watch({ isThere: false })
  const [one, other] = [Symbol('one'), Symbol('other')]
  await Promise.all([parts.reportFailure(one), parts.reportFailure(other)])
  parts.reportLoaded(one)
  expect(trouble.prompt).toBe('offline')
  parts.reportLoaded(other)
  expect(trouble.prompt).toBeNull()
  const asked = parts.reportFailure(one)
  parts.reportLoaded(one)
  await asked
  expect(trouble.prompt).toBeNull()
})

test('a preloaded part reports that the server is down, and reloads nothing', () => {
  const { parts, steps, trouble } = watch()
  const part = Symbol('a part')
  parts.reportUnreachable(part)
  expect([trouble.prompt, steps]).toEqual(['offline', []])
  parts.reportLoaded(part)
  expect(trouble.prompt).toBeNull()
})
