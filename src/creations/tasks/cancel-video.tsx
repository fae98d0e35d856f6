import type { Mutation, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { AppError, Result } from '#shared/result.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { UNKNOWN_CODE } from '#shared/error-codes.ts'
import { ask } from '#src/design/ask.ts'
import { Button } from '#src/design/button.tsx'
import { showToast } from '#src/design/toast.ts'
import { failureText, formatNumber, text, useText } from '#src/i18n/i18n.ts'
import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { pressMutation } from '#src/hub-client/press-mutation.ts'
import { readReturnLine, returnWords } from './return-lines.ts'
import type { RunningVideo } from '../list-work.ts'

interface CancelDeps {
  readonly ask: typeof ask
  readonly press: (mutation: Mutation) => Promise<{ readonly id: string; readonly answer: Result<unknown> }>
  readonly dropMutation: HubCalls['dropMutation']
  readonly readReturnLine: typeof readReturnLine
  readonly showToast: typeof showToast
}

interface CancelledVideo {
  readonly taskId: string
  readonly points: number
  /** Whether work on the video has begun. That work is lost. */
  readonly isBeingMade: boolean
}

/** Cancels accepted videos. If the work has begun, it first asks the user. A toast says how many points are returned. */
export function createVideoCancel({ ask, press, dropMutation, readReturnLine, showToast }: CancelDeps) {
  async function showRefusal(error: Pick<AppError, 'code' | 'message'>): Promise<void> {
    await showToast({ id: 'work', color: 'error', title: text('tasks.notCancelled'), description: failureText(error) })
  }

  return async ({ taskId, points, isBeingMade }: CancelledVideo): Promise<void> => {
    const hint = text('tasks.cancelHint', { points: formatNumber(points) })
    const question = { title: text('tasks.cancelTitle'), hint, yes: text('tasks.cancelYes'), no: text('tasks.cancelNo') }
    if (isBeingMade && !(await ask(question))) return
    const { id, answer } = await press({ kind: 'cancel', taskId })
    if (!answer.ok) return showRefusal(answer.error)
    const refusal = await refusalOf(id, taskId)
    if (refusal !== null) {
      await dropMutation(id)
      return showRefusal(refusal)
    }
    // The video ended before the cancellation. Its end is announced as usual.
    if (isRunning(hubState.work, taskId) || hubState.work.finished.some((task) => task.taskId === taskId)) return
    const description = returnWords(points, await readReturnLine(taskId))
    await showToast({ id: 'work', color: 'success', title: text('tasks.cancelled'), description }, 'money')
  }
}

/**
 * Resolves after the server's answer to a stored change: with the refusal, or null if the server accepted the change. The hub's
 * snapshot may arrive later than the command's answer.
 */
function refusalOf(mutationId: string, taskId: string): Promise<Pick<AppError, 'code' | 'message'> | null> {
  return new Promise((resolve) => {
    let wasSeen = false
    const check = () => {
      const item = hubState.work.mutations.find(({ id }) => id === mutationId)
      wasSeen ||= item !== undefined
      const isAnswered = item === undefined ? wasSeen || !isRunning(hubState.work, taskId) : item.state === 'refused'
      if (!isAnswered) return
      stop()
      resolve(item === undefined ? null : (item.error ?? { code: UNKNOWN_CODE }))
    }
    const stop = subscribeKeys(hubState, ['work'], check)
    check()
  })
}

function isRunning({ batches }: WorkSnapshot, taskId: string): boolean {
  return batches.some(({ tasks }) => tasks.some(({ id, status }) => id === taskId && isGenerating(status)))
}

export function isCancelling({ mutations }: Pick<WorkSnapshot, 'mutations'>, taskId: string): boolean {
  return mutations.some(({ mutation, state }) => mutation.kind === 'cancel' && mutation.taskId === taskId && state !== 'refused')
}

export const cancelVideo = createVideoCancel({
  ask,
  press: pressMutation,
  dropMutation: (id) => hub.api.dropMutation(id),
  readReturnLine,
  showToast,
})

/** A button that cancels an accepted video and shows how many points are returned. */
export function CancelButton({ task, batch }: RunningVideo) {
  const text = useText()
  const { work, connection } = useSnapshot(hubState)
  const points = Math.round(batch.points / batch.tasks.length)
  const isPressed = isCancelling(work, task.id)
  // Offline, it is unknown when the cancellation is sent, so no spinner is shown.
  if (isPressed && !connection.isOnline)
    return (
      <Button variant="plain" aria-disabled>
        {text('tasks.cancelLater')}
      </Button>
    )
  return (
    <Button
      variant="plain"
      isBusy={isPressed}
      onClick={() => void cancelVideo({ taskId: task.id, points, isBeingMade: task.status === 'PROCESSING' })}
    >
      {text('tasks.cancelVideo', { points: formatNumber(points) })}
    </Button>
  )
}
