import { expect, test } from 'vitest'
import { createTimeLeft } from '#server/creations/jobs/generation-runner.ts'

function createTimeLeftAt() {
  let nowMs = 1000
  const leftMs = createTimeLeft(() => nowMs)
  return (atMs: number, share: number) => {
    nowMs = atMs
    return leftMs(share)
  }
}

test('the time left is unknown until there is a speed, which excludes the start', () => {
  const leftMs = createTimeLeftAt()
  expect(leftMs(5000, 0)).toBeNull()
  expect(leftMs(6000, 0.25)).toBe(3000)
  expect(leftMs(7000, 0.5)).toBe(2000)
  expect(leftMs(9000, 1)).toBe(0)
})

test('a work without progress, or with an earlier part, has no speed yet', () => {
  const leftMs = createTimeLeftAt()
  expect([leftMs(1000, 0.5), leftMs(2000, 0.5), leftMs(3000, 0.75)]).toEqual([null, null, 2000])
})
