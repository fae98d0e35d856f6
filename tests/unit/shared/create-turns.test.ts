import { expect, it } from 'vitest'
import { createTurns } from '#shared/create-turns.ts'

it('runs one task at a time, in the order of the calls', async () => {
  const inTurn = createTurns()
  const events: string[] = []
  let endFirst = (): void => undefined
  const firstTask = inTurn(async () => {
    events.push('first starts')
    await new Promise<void>((resolve) => (endFirst = resolve))
    events.push('first ends')
    return 1
  })
  const secondTask = inTurn(async () => {
    events.push('second starts')
    return 2
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual(['first starts'])
  endFirst()
  expect(await Promise.all([firstTask, secondTask])).toEqual([1, 2])
  expect(events).toEqual(['first starts', 'first ends', 'second starts'])
})

it('runs the next task after a failure, which only its own caller receives', async () => {
  const inTurn = createTurns()
  const failedTask = inTurn(() => Promise.reject(new Error('no space')))
  const nextTask = inTurn(async () => 'done')
  await expect(failedTask).rejects.toThrow('no space')
  expect(await nextTask).toBe('done')
})
