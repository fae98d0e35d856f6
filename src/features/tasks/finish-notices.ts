import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { text } from '#src/lib/i18n.ts'
import { subscribe } from '#src/lib/state.ts'
import { track } from '#src/lib/track.ts'
import { showToast } from '#src/ui/toast.ts'

/** After the hub could not be reached, in ms. */
const CLAIM_AGAIN_MS = 5000

const claimed = new Set<string>()

/** Announces each ended task in one visible tab; the hub decides which. */
export function followFinishNotices(): () => void {
  const look = () => {
    if (document.visibilityState !== 'visible') return
    for (const task of hubState.work.finished) if (task.announcedBy === null && !claimed.has(task.taskId)) void announce(task, look)
  }
  look()
  document.addEventListener('visibilitychange', look)
  const stop = subscribe(hubState, look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop()
  }
}

async function announce({ taskId, status }: Pick<FinishedTask, 'taskId' | 'status'>, lookAgain: () => void): Promise<void> {
  claimed.add(taskId)
  const isMine = await hub.api.claimNotice(taskId)
  if (isMine === null) {
    claimed.delete(taskId)
    setTimeout(lookAgain, CLAIM_AGAIN_MS)
  }
  if (isMine !== true) return
  track('create_result', { result: status === 'SUCCESS' ? 'success' : 'fail' })
  await showToast(
    status === 'SUCCESS' ? { kind: 'success', title: text('taskSuccessfully') } : { kind: 'error', title: text('taskFailed') },
  )
}
