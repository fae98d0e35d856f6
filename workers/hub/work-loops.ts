import type { ApiClient } from '#shared/api/client.ts'
import type { OwnedStore } from './runtime/hub-store.ts'
import type { WorkView } from './creations/work-view.ts'
import type { Clock } from '#shared/clock.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { createHistoryReconcile } from './creations/history-reconcile.ts'
import { createMutationSender } from './creations/mutation-sender.ts'
import { createOutboxSender } from './create/outbox-sender.ts'
import { createTaskPoller } from './creations/task-poller.ts'
import { createUploader } from './create/uploader.ts'
import type { PutFile } from './create/put-file.ts'

export interface WorkLoopsDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly putFile: PutFile
  readonly clock: Clock
  readonly random: () => number
  readonly view: WorkView
  readonly isClosing: () => boolean
  readonly runLoop: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Called when the server reserved, charged or returned points. */
  readonly onSpending: () => void
}

export interface WorkLoops {
  stopUpload(commitId: string): void
  endPauses(): void
}

/** Starts the loops that send commits and mutations, poll running tasks, and find the results of overdue tasks. */
export function startWorkLoops(deps: WorkLoopsDeps): WorkLoops {
  const { store, api, putFile, clock, random, view, isClosing, runLoop, onSpending } = deps
  const onChange = view.refresh
  const onEnds = async (hasFinished: boolean): Promise<void> => {
    await onChange()
    if (hasFinished) onSpending()
  }
  const reconcile = createHistoryReconcile({ store, api, clock, onChange: onEnds })
  const reconcileLoop = runLoop((signal) => reconcile.pass(signal))
  const poller = createTaskPoller({
    store,
    api,
    clock,
    random,
    isClosing,
    onChange: async ({ hasFinished, hasOverdue }) => {
      await onEnds(hasFinished)
      if (hasOverdue) reconcileLoop.wake()
    },
  })
  const pollLoop = runLoop((signal) => poller.pass(signal))
  const upload = createUploader({ api, putFile, onProgress: view.noteProgress })
  const onAccepted = (): void => {
    pollLoop.wake()
    onSpending()
  }
  const outboxSender = createOutboxSender({ store, api, upload, clock, random, isClosing, onChange, onAccepted })
  const onCancelled = (): void => {
    pollLoop.wake()
    onSpending()
  }
  const mutationSender = createMutationSender({ store, api, clock, random, isClosing, onChange, onCancelled })
  runLoop((signal) => outboxSender.pass(signal))
  runLoop((signal) => mutationSender.pass(signal))

  return {
    stopUpload: (commitId) => outboxSender.stopUpload(commitId),
    endPauses() {
      for (const part of [poller, outboxSender, mutationSender]) part.endPauses()
    },
  }
}
