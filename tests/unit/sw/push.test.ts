import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Store, openStore } from '#shared/browser/open-store.ts'
import { PUSH_LIFETIME_MS } from '#shared/domain/push-rules.ts'
import { parseRecord, toStored, announcedKey } from '#shared/storage/records.ts'
import { announcedRecord } from '#shared/storage/hub-records.ts'
import { recordPress, recordPush, showPush } from '#workers/sw/push-records.ts'
import { finishedTask } from '../../fixtures/page/builders.ts'

const MESSAGE = { taskId: 'a', status: 'SUCCESS', title: 'Ready', body: 'slow push in', path: '/video-effects/a' }
const NOW_MS = 1_000_000_000_000
let store: Store

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  store = openStore('kinora-hub')
})

function device(...states: DocumentVisibilityState[]) {
  const showNotification = vi.fn(async () => undefined)
  const setBadge = vi.fn(async () => undefined)
  const windows = { matchAll: async () => states.map((visibilityState) => ({ visibilityState })) }
  return {
    show: showNotification,
    badge: setBadge,
    receive: (data: unknown, notePush = (id: string) => recordPush(store, id, NOW_MS)) =>
      showPush(data, { windows, notePush, showNotification, setBadge }),
  }
}

const putFinishedTask = (facts: Parameters<typeof finishedTask>[0]) =>
  store.write(async (tx) => {
    const row = { account: '', ...finishedTask(facts) }
    tx.put(announcedKey(row.taskId), toStored(announcedRecord, row))
  })
const readFinishedTask = (taskId: string) => store.read(async (tx) => parseRecord(announcedRecord, await tx.get(announcedKey(taskId))))

test('with every window closed the end is shown once, for any number of pushes, and counted', async () => {
  const { receive, show, badge } = device()
  await receive(MESSAGE)
  await receive(MESSAGE)
  expect(show).toHaveBeenCalledExactlyOnceWith('Ready', {
    body: 'slow push in',
    tag: 'a',
    icon: '/icons/icon-192.png',
    data: { path: '/video-effects/a' },
  })
  expect(badge).toHaveBeenLastCalledWith(1)
  await receive({ ...MESSAGE, taskId: 'b' })
  expect(show).toHaveBeenCalledTimes(2)
  expect(badge).toHaveBeenLastCalledWith(2)
})

test('a visible window shows it itself; one in the background does not', async () => {
  const visibleDevice = device('hidden', 'visible')
  await visibleDevice.receive(MESSAGE)
  expect([visibleDevice.show.mock.calls, visibleDevice.badge.mock.calls]).toEqual([[], []])
  const hiddenDevice = device('hidden')
  await hiddenDevice.receive(MESSAGE)
  expect(hiddenDevice.show).toHaveBeenCalledTimes(1)
})

test('a notification of a tab is not shown again, and no tab shows one of the worker', async () => {
  await putFinishedTask({ taskId: 'a', announcedBy: 'toast:1' })
  await putFinishedTask({ taskId: 'b', announcedBy: null })
  const { receive, show, badge } = device('hidden')
  await receive(MESSAGE)
  expect(show).not.toHaveBeenCalled()
  await receive({ ...MESSAGE, taskId: 'b' })
  expect(show).toHaveBeenCalledTimes(1)
  expect((await readFinishedTask('b'))?.announcedBy).toBe('push')
  expect(badge).toHaveBeenLastCalledWith(2)
})

test('a press counts as seen', async () => {
  await putFinishedTask({ taskId: 'a', announcedBy: null })
  await recordPush(store, 'a', NOW_MS)
  await recordPush(store, 'b', NOW_MS)
  expect(await recordPress(store, 'a', NOW_MS)).toBe(1)
  expect((await readFinishedTask('a'))?.isDismissed).toBe(true)
  expect(await recordPress(store, 'b', NOW_MS)).toBe(0)
})

test('notes are stored for a day', async () => {
  await recordPush(store, 'a', NOW_MS)
  expect(await recordPush(store, 'b', NOW_MS + PUSH_LIFETIME_MS)).toEqual({ isNew: true, unseenCount: 2 })
  expect(await recordPush(store, 'c', NOW_MS + PUSH_LIFETIME_MS + 1)).toEqual({ isNew: true, unseenCount: 2 })
})

test('blocked storage does not suppress the notification, and an invalid message shows nothing', async () => {
  const { receive, show } = device()
  await receive(MESSAGE, () => Promise.reject(new Error('blocked')))
  expect(show).toHaveBeenCalledTimes(1)
  for (const brokenMessage of [undefined, null, 'text', { taskId: 'a' }, { ...MESSAGE, status: 'CANCELLED' }]) await receive(brokenMessage)
  expect(show).toHaveBeenCalledTimes(1)
})
