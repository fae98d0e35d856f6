import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredVideoUse } from '#shared/domain/offline-rules.ts'
import {
  evictionOrder,
  OFFLINE_BUDGET_BYTES,
  OFFLINE_CHECK_MS,
  OFFLINE_HEADROOM_BYTES,
  MAX_SEEN_TASKS,
  SAVE_RETRY_MS,
  planEviction,
} from '#shared/domain/offline-rules.ts'

const MIB = 1024 * 1024

test('OFFLINE_BUDGET_BYTES, OFFLINE_HEADROOM_BYTES, MAX_SEEN_TASKS, SAVE_RETRY_MS and OFFLINE_CHECK_MS', () => {
  expect(OFFLINE_CHECK_MS).toBe(86_400_000)
  expect([OFFLINE_BUDGET_BYTES, OFFLINE_HEADROOM_BYTES, MAX_SEEN_TASKS, SAVE_RETRY_MS]).toEqual([2048 * MIB, 32 * MIB, 200, 60_000])
})

const videoUse = (id: string, bytes: number, lastUsedAtMs: number, isPinned = false): StoredVideoUse => ({
  id,
  bytes,
  lastUsedAtMs,
  isPinned,
})
const THREE_VIDEOS = [videoUse('new', 10, 3), videoUse('old', 10, 1), videoUse('mid', 10, 2)]
const freeBytesFor = (bytes: number) => OFFLINE_HEADROOM_BYTES + bytes

test.each([
  ['nothing goes where there is room', THREE_VIDEOS, 10, freeBytesFor(10), { fits: true, evicted: [] }],
  ['the one watched longest ago goes first', THREE_VIDEOS, 10, freeBytesFor(9), { fits: true, evicted: ['old'] }],
  ['then the next', THREE_VIDEOS, 20, freeBytesFor(0), { fits: true, evicted: ['old', 'mid'] }],
  ['a pinned one stays', [videoUse('old', 10, 1, true), videoUse('new', 10, 2)], 10, freeBytesFor(0), { fits: true, evicted: ['new'] }],
  ['nothing goes when all would not do', THREE_VIDEOS, 31, freeBytesFor(0), { fits: false, missingBytes: 1 }],
  ['the headroom is not for videos', [], 1, OFFLINE_HEADROOM_BYTES, { fits: false, missingBytes: 1 }],
  ['the budget counts where nobody knows what is free', [videoUse('a', OFFLINE_BUDGET_BYTES, 1)], 1, null, { fits: true, evicted: ['a'] }],
  ['a video larger than the budget is none', [], OFFLINE_BUDGET_BYTES + 1, null, { fits: false, missingBytes: 1 }],
] as const)('%s', (_, storedVideos, neededBytes, freeBytes, plan) => {
  expect(planEviction(storedVideos, neededBytes, freeBytes)).toEqual(plan)
})

const uses = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    bytes: fc.integer({ min: 1, max: 400 * MIB }),
    lastUsedAtMs: fc.nat(1000),
    isPinned: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

test('for any stored videos: a plan fits, removes from the front of the order, no more than it needs, and never a pinned one', () => {
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 600 * MIB }), fc.nat(3000 * MIB), (storedVideos, neededBytes, freeBytes) => {
      const plan = planEviction(storedVideos, neededBytes, freeBytes)
      const order = evictionOrder(storedVideos)
      const totalBytes = storedVideos.reduce((sum, { bytes }) => sum + bytes, 0)
      const roomBytes = (removedBytes: number) =>
        Math.min(OFFLINE_BUDGET_BYTES - totalBytes, freeBytes - OFFLINE_HEADROOM_BYTES) + removedBytes
      const bytesOf = (videos: readonly StoredVideoUse[]) => videos.reduce((sum, { bytes }) => sum + bytes, 0)
      expect(order.some(({ isPinned }) => isPinned)).toBe(false)
      expect(order.every(({ lastUsedAtMs }, index) => lastUsedAtMs <= (order[index + 1]?.lastUsedAtMs ?? Infinity))).toBe(true)
      if (!plan.fits) {
        expect(roomBytes(bytesOf(order))).toBe(neededBytes - plan.missingBytes)
        return
      }
      const removedVideos = order.slice(0, plan.evicted.length)
      expect(plan.evicted).toEqual(removedVideos.map(({ id }) => id))
      expect(roomBytes(bytesOf(removedVideos))).toBeGreaterThanOrEqual(neededBytes)
      expect(removedVideos.length === 0 || roomBytes(bytesOf(removedVideos.slice(0, -1))) < neededBytes).toBe(true)
    }),
  )
})
