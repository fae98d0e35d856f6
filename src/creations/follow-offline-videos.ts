import { queryTask } from '#shared/api/generation.ts'
import { isLeaving, leavingAccount } from '#src/account/leave-state.ts'
import { SAVE_RETRY_MS } from '#shared/domain/offline-rules.ts'
import { api } from '#src/hub-client/api.ts'
import { onMutations } from './creation-mutations.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { addTexts } from '#src/i18n/i18n.ts'
import { rereadIdentity } from '#src/hub-client/identity.ts'
import { createOneTabWork } from '#src/browser/one-tab-work.ts'
import { deleteOfflineVideos, readOfflineState, reportSaved, saveNewVideos } from '#src/offline/offline-actions.ts'
import { offlineVideos } from '#src/offline/offline-videos.ts'
import { offlineState } from '#src/offline/offline-state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { showToast } from '#src/design/toast.ts'

/** The lock of the one tab that saves new videos automatically. */
const OFFLINE_LOCK = 'kept-videos-keeper'

/** Updates the offline videos: after a change of account, after a deletion and, if the user saves all videos, after a new video. */
export async function followOfflineVideos(): Promise<void> {
  onMutations({
    onDone(mutation) {
      if (mutation.kind === 'delete') void deleteOfflineVideos(mutation.ids, showToast)
    },
  })
  await addTexts('offline')
  let knownOwner = storedBusinessUserId()
  const warn = (error: unknown) => console.warn('Following offline videos failed.', error)

  async function changeOwner(formerOwner: string): Promise<void> {
    Object.assign(offlineState, { status: 'unread', savesAll: false, videos: {} })
    if (formerOwner !== '' && isLeaving()) await offlineVideos.forget(formerOwner)
    await rereadIdentity()
    await offlineVideos.adopt()
    await readOfflineState()
  }

  const startSaving = createOneTabWork({
    lock: OFFLINE_LOCK,
    readTasks: () => (offlineState.savesAll ? hubState.work.finished.filter(({ status }) => status === 'SUCCESS') : []),
    run: (finishedTasks) =>
      saveNewVideos(
        finishedTasks.map(({ taskId, finishedAtMs }) => ({ id: taskId, finishedAtMs })),
        {
          offlineVideos,
          query: (taskId) => api.call(queryTask, { taskId }),
          notify: (savedVideos) => reportSaved(savedVideos, showToast),
        },
      ),
    retryMs: SAVE_RETRY_MS,
  })

  function followOwner(): void {
    const nextOwner = hubState.identity?.businessUserId
    if (nextOwner === undefined || nextOwner === knownOwner) return
    const formerOwner = knownOwner
    knownOwner = nextOwner
    void changeOwner(formerOwner).catch(warn)
  }

  const saveNewQuietly = () => void startSaving().catch(warn)

  async function reconcile(): Promise<void> {
    if (!(await offlineVideos.reconcile())) setTimeout(() => void reconcile().catch(warn), SAVE_RETRY_MS)
    await readOfflineState()
  }

  const leftAccount = leavingAccount()
  // If a tab crashed during a logout, it may have left the offline videos of its account.
  if (leftAccount !== null && leftAccount !== knownOwner) await offlineVideos.forget(leftAccount).catch(warn)
  await offlineVideos.adopt().catch(warn)
  await readOfflineState()
  void reconcile().catch(warn)
  subscribeKeys(hubState, ['identity'], followOwner)
  subscribeKeys(hubState, ['work'], saveNewQuietly)
  subscribeKeys(offlineState, ['savesAll'], saveNewQuietly)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void readOfflineState()
  })
  followOwner()
  saveNewQuietly()
}
