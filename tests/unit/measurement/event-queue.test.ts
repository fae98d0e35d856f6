import { expect, test } from 'vitest'
import type { TrackEvent } from '#shared/api/track.ts'
import { MAX_QUEUED_EVENTS } from '#shared/domain/measurement-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { createEventQueue } from '#src/measurement/event-queue.ts'
import { localRows, trackedEvent } from './tracked-event.ts'

const namesOf = (events: readonly TrackEvent[]) => events.map(({ name }) => name)

test('events survive the page, in their order, and are removed one by one after their arrival', () => {
  const rows = localRows()
  const queue = createEventQueue(rows)
  for (const name of ['a', 'b', 'c']) queue.add(trackedEvent(name, 1000))
  const laterQueue = createEventQueue(rows)
  expect(namesOf(laterQueue.readFirst(2))).toEqual(['a', 'b'])
  laterQueue.remove(laterQueue.readFirst(2))
  expect(namesOf(laterQueue.readFirst(9))).toEqual(['c'])
  expect(namesOf(createEventQueue(rows).readFirst(9))).toEqual(['c'])
})

test('no more than MAX_QUEUED_EVENTS wait, the oldest go first, here and on the device', () => {
  expect(MAX_QUEUED_EVENTS).toBe(200)
  const rows = localRows()
  const queue = createEventQueue(rows)
  for (let index = 0; index < MAX_QUEUED_EVENTS + 2; index += 1) queue.add(trackedEvent(`e${index}`, 1000 + index))
  expect(namesOf(queue.readFirst(1))).toEqual(['e2'])
  expect(rows.storedRows.size).toBe(MAX_QUEUED_EVENTS)
})

test('events of other tabs are deleted, too, and nothing else', () => {
  const rows = localRows()
  rows.write('kinora.colorMode', '"dark"')
  const [firstQueue, otherQueue] = [createEventQueue(rows), createEventQueue(rows)]
  otherQueue.add(trackedEvent('b'))
  firstQueue.clear()
  expect([...rows.storedRows.keys()]).toEqual(['kinora.colorMode'])
})

test('a broken row is removed, and where nothing can be stored the page still has its own', () => {
  const rows = localRows()
  rows.write(`${LOCAL_KEYS.usageQueue}/1-x`, '{')
  rows.write(`${LOCAL_KEYS.usageQueue}/2-x`, '{"id":1}')
  expect(createEventQueue(rows).readFirst(9)).toEqual([])
  expect(rows.storedRows.size).toBe(0)
  const unstoredQueue = createEventQueue({ list: () => [], read: () => null, write: () => undefined, remove: () => undefined })
  unstoredQueue.add(trackedEvent('a'))
  expect(namesOf(unstoredQueue.readFirst(9))).toEqual(['a'])
})
