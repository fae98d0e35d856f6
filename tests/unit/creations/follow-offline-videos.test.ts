import { afterAll, expect, test, vi } from 'vitest'
import { followOfflineVideos } from '#src/creations/follow-offline-videos.ts'
import { saveNewVideos } from '#src/offline/offline-actions.ts'
import { offlineState } from '#src/offline/offline-state.ts'
import { hubState } from '#src/store/state.ts'
import { finishedTask, work } from '../../fixtures/page/builders.ts'

vi.mock('#src/offline/offline-actions.ts', () => ({ readOfflineState: async () => undefined, saveNewVideos: vi.fn(async () => true) }))
vi.mock('#src/offline/offline-videos.ts', () => ({
  offlineVideos: { adopt: async () => undefined, reconcile: async () => true, forget: async () => undefined },
}))
vi.mock('#src/account/leave-state.ts', () => ({ isLeaving: () => false, leavingAccount: () => null }))
vi.mock('#src/store/cookies.ts', () => ({ storedBusinessUserId: () => 'ada' }))
vi.mock('#src/i18n/i18n.ts', () => ({ addTexts: async () => undefined }))
vi.mock('#src/hub-client/api.ts', () => ({ api: {} }))
vi.mock('#src/design/toast.ts', () => ({ showToast: async () => undefined }))
vi.mock('#src/hub-client/identity.ts', () => ({ rereadIdentity: async () => undefined }))
vi.mock('#src/creations/creation-mutations.ts', () => ({ onMutations: () => () => undefined }))

const requestLock = vi.fn((_name: string, _options: unknown, run: (lock: object) => unknown) => run({}))
vi.stubGlobal('navigator', { locks: { request: requestLock } })
vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
afterAll(() => vi.unstubAllGlobals())

async function changeHub(times: number, finished: ReturnType<typeof finishedTask>[]): Promise<void> {
  for (let points = 1; points <= times; points += 1) {
    Object.assign(hubState, { work: work({ finished }), credits: { points, held: 0 } })
    await Promise.resolve()
  }
}

test('with every video saved, changes of the hub request a lock only for a new video', async () => {
  await followOfflineVideos()
  offlineState.savesAll = true
  await changeHub(40, [])
  expect(requestLock).not.toHaveBeenCalled()
  const firstTask = finishedTask({ taskId: 'first', status: 'SUCCESS' })
  await changeHub(1, [firstTask])
  await vi.waitFor(() => expect(saveNewVideos).toHaveBeenCalledTimes(1))
  await changeHub(40, [firstTask])
  expect(requestLock).toHaveBeenCalledTimes(1)
  await changeHub(40, [firstTask, finishedTask({ taskId: 'second', status: 'SUCCESS' })])
  await vi.waitFor(() => expect(saveNewVideos).toHaveBeenCalledTimes(2))
  expect(requestLock).toHaveBeenCalledTimes(2)
})
