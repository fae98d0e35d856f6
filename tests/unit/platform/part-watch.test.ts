import { expect, test, vi } from 'vitest'
import { type PartError, createPartWatch } from '#src/loading/part-watch.ts'

function createWatch({ isThere = true, isBusy = false, claims = 1 } = {}) {
  const partError: PartError = { prompt: null }
  const steps: string[] = []
  let remainingClaims = claims
  const partWatch = createPartWatch(partError, {
    isServerThere: async () => isThere,
    isWorkInFlight: () => isBusy,
    save: async () => void steps.push('saved'),
    reload: () => steps.push('reloaded'),
    claimReload: () => remainingClaims-- > 0,
  })
  return { partError, steps, partWatch }
}

test('a missing part saves the drafts, then reloads the page', async () => {
  const { partWatch, steps, partError } = createWatch()
  await partWatch.reportFailure(Symbol('a part'))
  expect(steps).toEqual(['saved', 'reloaded'])
  expect(partError.prompt).toBeNull()
})

test('the second failure asks instead of reloading', async () => {
  const { partWatch, steps, partError } = createWatch({ claims: 0 })
  await partWatch.reportFailure(Symbol('a part'))
  expect(steps).toEqual([])
  expect(partError.prompt).toBe('reload')
})

test('work in flight asks instead of reloading, and does not use up the one reload', async () => {
  const claimReload = vi.fn(() => true)
  const partError: PartError = { prompt: null }
  const reload = vi.fn()
  const deps = { isServerThere: async () => true, isWorkInFlight: () => true, save: async () => {}, reload, claimReload }
  await createPartWatch(partError, deps).reportFailure(Symbol('a part'))
  expect(partError.prompt).toBe('reload')
  expect(reload).not.toHaveBeenCalled()
  expect(claimReload).not.toHaveBeenCalled()
})

test('without the server nothing is reloaded: the app could not load again', async () => {
  const { partWatch, steps, partError } = createWatch({ isThere: false })
  const part = Symbol('a part')
  await partWatch.reportFailure(part)
  expect(steps).toEqual([])
  expect(partError.prompt).toBe('offline')
  partWatch.reportLoaded(part)
  expect(partError.prompt).toBeNull()
})

test('the prompt stays as long as one of the parts is missing, and a loaded part asks nothing', async () => {
  const { partWatch, partError } = createWatch({ isThere: false })
  const [firstPart, secondPart] = [Symbol('one'), Symbol('other')]
  await Promise.all([partWatch.reportFailure(firstPart), partWatch.reportFailure(secondPart)])
  partWatch.reportLoaded(firstPart)
  expect(partError.prompt).toBe('offline')
  partWatch.reportLoaded(secondPart)
  expect(partError.prompt).toBeNull()
  const reporting = partWatch.reportFailure(firstPart)
  partWatch.reportLoaded(firstPart)
  await reporting
  expect(partError.prompt).toBeNull()
})

test('a preloaded part reports that the server is down, and reloads nothing', () => {
  const { partWatch, steps, partError } = createWatch()
  const part = Symbol('a part')
  partWatch.reportUnreachable(part)
  expect([partError.prompt, steps]).toEqual(['offline', []])
  partWatch.reportLoaded(part)
  expect(partError.prompt).toBeNull()
})
