import { expect, test, vi } from 'vitest'
import type { TrackEvent } from '#shared/api/track.ts'
import { type PostOutcome, createOwnTracker, outcomeOf } from '#src/measurement/own-tracker.ts'
import { MAX_TRACK_EVENTS, TRACK_GATHER_MS, TRACK_LONGEST_RETRY_MS, TRACK_RETRY_MS } from '#shared/domain/measurement-rules.ts'
import { createEventQueue } from '#src/measurement/event-queue.ts'
import { localRows, trackedEvent } from './tracked-event.ts'

/** A clock whose pauses the test ends. */
function createPausingClock() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = []
  return {
    pauses,
    clock: {
      nowMs: () => 1000,
      sleep: (ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          pauses.push({ ms, end: resolve })
          signal.addEventListener('abort', () => resolve())
        }),
    },
  }
}

function setUp(rows = localRows()) {
  const { pauses, clock } = createPausingClock()
  const outcomes: PostOutcome[] = []
  const postedNames: string[][] = []
  const beacon = vi.fn<(events: readonly TrackEvent[]) => void>()
  const signals: AbortSignal[] = []
  const post = async (events: readonly TrackEvent[], signal: AbortSignal) => {
    signals.push(signal)
    postedNames.push(events.map(({ name }) => name))
    return outcomes.shift() ?? 'stored'
  }
  const tracker = createOwnTracker({ queue: createEventQueue(rows), post, beacon, clock })
  const endPause = async (count: number) => {
    await vi.waitFor(() => expect(pauses).toHaveLength(count))
    pauses[count - 1]?.end()
  }
  return { rows, tracker, outcomes, postedNames, beacon, pauses, signals, endPause }
}

test('TRACK_GATHER_MS, MAX_TRACK_EVENTS: events are gathered and go together, in batches', async () => {
  expect([TRACK_GATHER_MS, MAX_TRACK_EVENTS]).toEqual([3000, 25])
  const { rows, tracker, postedNames, pauses, endPause } = setUp()
  for (let index = 0; index < MAX_TRACK_EVENTS + 1; index += 1) tracker.sendEvent(trackedEvent(`e${index}`))
  expect(postedNames).toEqual([])
  await endPause(1)
  await vi.waitFor(() => expect(postedNames.map(({ length }) => length)).toEqual([25, 1]))
  await vi.waitFor(() => expect(rows.storedRows.size).toBe(0))
  expect(pauses.map(({ ms }) => ms)).toEqual([TRACK_GATHER_MS])
})

test('TRACK_RETRY_MS, TRACK_LONGEST_RETRY_MS: what has not arrived goes again, with growing pauses', async () => {
  expect([TRACK_RETRY_MS, TRACK_LONGEST_RETRY_MS]).toEqual([5000, 300_000])
  const { rows, tracker, outcomes, postedNames, pauses, endPause } = setUp()
  outcomes.push(...Array.from({ length: 8 }, () => 'away' as const))
  tracker.sendEvent(trackedEvent('a'))
  for (let pause = 1; pause <= 9; pause += 1) await endPause(pause)
  await vi.waitFor(() => expect(postedNames).toHaveLength(9))
  expect(pauses.slice(1).map(({ ms }) => ms / 1000)).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
  await vi.waitFor(() => expect(rows.storedRows.size).toBe(0))
})

test('a network that is back ends the pause, and finally refused events are dropped', async () => {
  const { rows, tracker, outcomes, postedNames, pauses, endPause } = setUp()
  outcomes.push('away', 'refused')
  tracker.sendEvent(trackedEvent('a'))
  await endPause(1)
  await vi.waitFor(() => expect(pauses).toHaveLength(2))
  tracker.wake()
  await vi.waitFor(() => expect(postedNames).toEqual([['a'], ['a']]))
  await vi.waitFor(() => expect(rows.storedRows.size).toBe(0))
})

test('events that an earlier page could not send are sent first', async () => {
  const rows = localRows()
  createEventQueue(rows).add(trackedEvent('before', 500))
  const { tracker, postedNames, endPause } = setUp(rows)
  tracker.sendEvent(trackedEvent('now'))
  await endPause(1)
  await vi.waitFor(() => expect(postedNames).toEqual([['before', 'now']]))
})

test('a page that closes sends the remaining events by beacon, and stores them, because no answer arrives', () => {
  const { rows, tracker, beacon } = setUp()
  tracker.sendOnHide()
  expect(beacon).not.toHaveBeenCalled()
  tracker.sendEvent(trackedEvent('a'))
  tracker.sendOnHide()
  expect(beacon.mock.calls.map(([events]) => events.map(({ name }) => name))).toEqual([['a']])
  expect(rows.storedRows.size).toBe(1)
})

test('after a stop it aborts the running request, drops unsent events and sends nothing more', async () => {
  const { rows, tracker, postedNames, beacon, signals, outcomes, pauses, endPause } = setUp()
  outcomes.push('away')
  tracker.sendEvent(trackedEvent('a'))
  await endPause(1)
  await vi.waitFor(() => expect(pauses).toHaveLength(2))
  tracker.stop()
  expect(signals[0]?.aborted).toBe(true)
  tracker.sendEvent(trackedEvent('b'))
  tracker.sendOnHide()
  await Promise.resolve()
  expect([rows.storedRows.size, postedNames.length, beacon.mock.calls.length]).toEqual([0, 1, 0])
})

test('an answer says whether the events should be sent again', () => {
  expect([200, 404, 422, 403].map(outcomeOf)).toEqual(['stored', 'refused', 'refused', 'refused'])
  expect([408, 429, 500, 503].map(outcomeOf)).toEqual(['away', 'away', 'away', 'away'])
})
