import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followSignals } from '#src/app/follow-signals.ts'
import { screenTitle } from '#src/app/screen-title.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { shownItem } from '#src/lib/shown-item.ts'
import { batchTask, finishedTask, trackedBatch, work } from './builders.ts'

const paintIcon = vi.hoisted(() => vi.fn())
vi.mock('#src/app/paint-icon.ts', () => ({ paintIcon }))
vi.mock('#src/lib/i18n.ts', () => ({
  text: (key: string, { running, name }: { running: number; name: string }) => `${key} ${running} ${name}`,
  useText: vi.fn(),
}))

const setAppBadge = vi.fn(async () => undefined)
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('document', { title: '' })
  vi.stubGlobal('navigator', { setAppBadge })
  Object.assign(screenTitle, { name: '', isBelow: false })
  shownItem.head = null
  hubState.work = work()
  stop = followSignals()
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('title, icon and badge follow the work and go back to plain', async () => {
  screenTitle.name = 'Home'
  hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask(), batchTask({ id: 'b' })] })] })
  await vi.waitFor(() => expect(document.title).toBe('title.running 2 Home'))
  await vi.waitFor(() => expect(paintIcon).toHaveBeenLastCalledWith('running'))
  hubState.work = work({ finished: [finishedTask()] })
  await vi.waitFor(() => expect(document.title).toBe('title.ready 0 Home'))
  await vi.waitFor(() => expect(paintIcon).toHaveBeenLastCalledWith('ready'))
  expect(setAppBadge).toHaveBeenLastCalledWith(1)
  hubState.work = work({ finished: [finishedTask({ isDismissed: true })] })
  await vi.waitFor(() => expect(document.title).toBe('title.plain 0 Home'))
  await vi.waitFor(() => expect(paintIcon).toHaveBeenLastCalledWith('idle'))
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
})

test('before the hub has spoken the badge of the last visit stays', async () => {
  screenTitle.name = 'Home'
  await vi.waitFor(() => expect(document.title).toBe('title.plain 0 Home'))
  expect(setAppBadge).not.toHaveBeenCalled()
})

test('snapshots that change nothing paint nothing', async () => {
  const batches = [trackedBatch()]
  hubState.work = work({ batches })
  await vi.waitFor(() => expect(paintIcon).toHaveBeenCalledTimes(1))
  screenTitle.name = 'Home'
  hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask({ stage: 'finishing' })] })] })
  await vi.waitFor(() => expect(document.title).toBe('title.running 1 Home'))
  expect(paintIcon).toHaveBeenCalledTimes(1)
  expect(setAppBadge).toHaveBeenCalledTimes(1)
})

test('an item that is shown gives the title its name, and one that is looked for leaves it as it is', async () => {
  screenTitle.name = 'Explore'
  await vi.waitFor(() => expect(document.title).toBe('title.plain 0 Explore'))
  screenTitle.isBelow = true
  screenTitle.name = 'Effects'
  hubState.work = work({ batches: [trackedBatch()] })
  await vi.waitFor(() => expect(paintIcon).toHaveBeenCalledTimes(1))
  expect(document.title).toBe('title.plain 0 Explore')
  shownItem.head = { name: 'Golden Hour', description: '', canonical: null }
  await vi.waitFor(() => expect(document.title).toBe('title.running 1 title.item undefined Golden Hour'))
  shownItem.head = null
  screenTitle.isBelow = false
  await vi.waitFor(() => expect(document.title).toBe('title.running 1 Effects'))
})
