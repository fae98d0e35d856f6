import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTabBadge } from '#src/app/tab-badge.ts'
import { screenTitle } from '#src/app/screen-title.ts'
import { hubState } from '#src/store/state.ts'
import { shownItem } from '#src/creations/shown-item.ts'
import { setTexts } from '../platform/set-texts.ts'
import { batchTask, finishedTask, trackedBatch, work } from '../../fixtures/page/builders.ts'

setTexts({
  'title.plain': 'plain {{running}} {{name}}',
  'title.running': 'running {{running}} {{name}}',
  'title.ready': 'ready {{running}} {{name}}',
  'title.item': 'item {{name}}',
})
const paintIcon = vi.fn(async () => undefined)

const setAppBadge = vi.fn(async () => undefined)
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('document', { title: '' })
  vi.stubGlobal('navigator', { setAppBadge })
  Object.assign(screenTitle, { name: '', isItemAddress: false })
  shownItem.head = null
  hubState.work = work()
  stop = followTabBadge(paintIcon)
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('title, icon and badge follow the work and return to normal', async () => {
  screenTitle.name = 'Home'
  hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask(), batchTask({ id: 'b' })] })] })
  await vi.waitFor(() => expect(document.title).toBe('running 2 Home'))
  await vi.waitFor(() => expect(paintIcon).toHaveBeenLastCalledWith('running'))
  hubState.work = work({ finished: [finishedTask()] })
  await vi.waitFor(() => expect(document.title).toBe('ready 0 Home'))
  await vi.waitFor(() => expect(paintIcon).toHaveBeenLastCalledWith('ready'))
  expect(setAppBadge).toHaveBeenLastCalledWith(1)
  hubState.work = work({ finished: [finishedTask({ isDismissed: true })] })
  await vi.waitFor(() => expect(document.title).toBe('plain 0 Home'))
  await vi.waitFor(() => expect(paintIcon).toHaveBeenLastCalledWith('idle'))
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
})

test('before the hub’s first state the badge of the last visit stays', async () => {
  screenTitle.name = 'Home'
  await vi.waitFor(() => expect(document.title).toBe('plain 0 Home'))
  expect(setAppBadge).not.toHaveBeenCalled()
})

test('unchanged snapshots render nothing', async () => {
  const batches = [trackedBatch()]
  hubState.work = work({ batches })
  await vi.waitFor(() => expect(paintIcon).toHaveBeenCalledTimes(1))
  screenTitle.name = 'Home'
  hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask({ stage: 'finishing' })] })] })
  await vi.waitFor(() => expect(document.title).toBe('running 1 Home'))
  expect(paintIcon).toHaveBeenCalledTimes(1)
  expect(setAppBadge).toHaveBeenCalledTimes(1)
})

test('a shown item gives the title its name, and a loading one leaves the title unchanged', async () => {
  screenTitle.name = 'Explore'
  await vi.waitFor(() => expect(document.title).toBe('plain 0 Explore'))
  screenTitle.isItemAddress = true
  screenTitle.name = 'Effects'
  hubState.work = work({ batches: [trackedBatch()] })
  await vi.waitFor(() => expect(paintIcon).toHaveBeenCalledTimes(1))
  expect(document.title).toBe('plain 0 Explore')
  shownItem.head = { name: 'Golden Hour', description: '', canonical: null }
  await vi.waitFor(() => expect(document.title).toBe('running 1 item Golden Hour'))
  shownItem.head = null
  screenTitle.isItemAddress = false
  await vi.waitFor(() => expect(document.title).toBe('running 1 Effects'))
})
