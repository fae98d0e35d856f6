import type { ApiClient } from '#shared/api/client.ts'
import type { OwnedStore } from '#workers/hub/core/hub-store.ts'
import type { PutFile } from '#workers/hub/core/put-file.ts'
import type { WorkView } from '#workers/hub/core/work-view.ts'
import type { Clock } from '#shared/browser/clock.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { createHistoryReconcile } from '#workers/hub/core/history-reconcile.ts'
import { createMutationSender } from '#workers/hub/core/mutation-sender.ts'
import { createOutboxSender } from '#workers/hub/core/outbox-sender.ts'
import { createTaskPoller } from '#workers/hub/core/task-poller.ts'
import { createUploader } from '#workers/hub/core/uploader.ts'

export interface WorkLoopsDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly putFile: PutFile
  readonly clock: Clock
  readonly random: () => number
  readonly view: WorkView
  readonly isClosing: () => boolean
  readonly run: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Points were held, settled or returned. */
  readonly onSpending: () => void
}

export interface WorkLoops {
  stopUpload(commitId: string): void
  forgetWaits(): void
}

/** The loops of the work: what goes out, what is asked for while it runs, and what is looked up when it has run too long. */
export function startWorkLoops(deps: WorkLoopsDeps): WorkLoops {
  const { store, api, putFile, clock, random, view, isClosing, run, onSpending } = deps
  const onChange = view.refresh
  const onEnds = async (hasFinished: boolean): Promise<void> => {
    await onChange()
    if (hasFinished) onSpending()
  }
  const reconcile = createHistoryReconcile({ store, api, clock, onChange: onEnds })
  const reconciling = run((signal) => reconcile.pass(signal))
  const poller = createTaskPoller({
    store,
    api,
    clock,
    random,
    isClosing,
    onChange: async ({ hasFinished, hasOverdue }) => {
      await onEnds(hasFinished)
      if (hasOverdue) reconciling.wake()
    },
  })
  const polling = run((signal) => poller.pass(signal))
  const upload = createUploader({ api, putFile, onProgress: view.noteProgress })
  const onAccepted = (): void => {
    polling.wake()
    onSpending()
  }
  const sender = createOutboxSender({ store, api, upload, clock, random, isClosing, onChange, onAccepted })
  const mutations = createMutationSender({ store, api, clock, random, isClosing, onChange })
  run((signal) => sender.pass(signal))
  run((signal) => mutations.pass(signal))

  return {
    stopUpload: (commitId) => sender.stopUpload(commitId),
    forgetWaits() {
      for (const waiting of [poller, sender, mutations]) waiting.forgetWaits()
    },
  }
}
