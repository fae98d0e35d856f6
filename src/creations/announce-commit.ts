import type { AppError, AppErrorCode } from '#shared/result.ts'
import { type ToastContent, commitToastId } from '#shared/domain/toast-rules.ts'
import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { UNKNOWN_CODE } from '#shared/error-codes.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import { firstWords } from '#shared/domain/item-head.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { failureText, text } from '#src/i18n/i18n.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { type TrackEvents, track } from '#src/reporting/track.ts'
import { withoutSecrets } from '#src/reporting/crash-details.ts'

type Notify = (toast: ToastContent) => Promise<void>

interface AnnounceOptions {
  /** Whether the commit is sent again after a refusal. */
  readonly isAgain?: boolean
  /** What was tracked about the commit at the press. A refusal is tracked with these values and the commit's current settings. */
  readonly trackedForm?: Omit<TrackEvents['create_fail'], 'fail_reason'>
}

/**
 * Shows toasts about a commit that the hub has just stored, or that is sent again after a refusal: a toast at once if the device is
 * offline, and a toast with the server's answer.
 */
export async function announceOutcome(
  commitId: string,
  notify: Notify,
  { isAgain = false, trackedForm }: AnnounceOptions = {},
): Promise<void> {
  const { connection, storage } = hubState
  const description = text(storage.problem === null ? 'work.waits' : 'work.waitsOpen')
  const toastIds = { id: commitToastId(commitId), subjectId: commitId }
  if (!connection.isOnline) await notify({ ...toastIds, color: 'info', title: text('stage.waitingConnection'), description })
  const outcome = await commitOutcome(commitId, isAgain)
  if (outcome.kind === 'accepted') await notify({ ...toastIds, color: 'success', title: text('taskCommitted') })
  if (outcome.kind !== 'refused') return
  trackRefusal(commitId, outcome.error.code, trackedForm)
  await notify({ ...toastIds, color: 'error', title: text('taskCommitFailed'), description: failureText(outcome.error) })
}

/** Tracks a refusal with the commit's current settings, because the user may have changed them while it waited. */
function trackRefusal(commitId: string, code: AppErrorCode, trackedForm: AnnounceOptions['trackedForm']): void {
  const row = hubState.work.outbox.find(({ id }) => id === commitId)
  if (row !== undefined) track('create_fail', { ...trackedForm, ...trackedCommit(row.bizType, row.settings), fail_reason: code })
}

/**
 * Resolves when the server has accepted or refused a commit, or the user has discarded it. With `isAgain`, the refusal that is
 * known already is ignored.
 */
function commitOutcome(commitId: string, isAgain: boolean): Promise<CommitOutcome> {
  return new Promise((resolve) => {
    let wasSeen = false
    let isKnownRefusal = isAgain
    const check = () => {
      const row = hubState.work.outbox.find(({ id }) => id === commitId)
      isKnownRefusal &&= row?.state === 'refused'
      const outcome = isKnownRefusal ? undefined : outcomeOf(hubState.work, commitId, wasSeen)
      wasSeen ||= row !== undefined
      if (outcome === undefined) return
      stop()
      resolve(outcome)
    }
    const stop = subscribeKeys(hubState, ['work'], check)
    check()
  })
}

type CommitOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly error: Pick<AppError, 'code' | 'message'> }
  | { readonly kind: 'gone' }

/** The outcome of a commit; undefined while it is pending. `wasSeen`: the commit was in the outbox earlier. */
export function outcomeOf(work: WorkSnapshot, commitId: string, wasSeen: boolean): CommitOutcome | undefined {
  if (work.batches.some((batch) => batch.commitId === commitId)) return { kind: 'accepted' }
  const row = work.outbox.find(({ id }) => id === commitId)
  if (row?.state === 'refused') return { kind: 'refused', error: row.error ?? { code: UNKNOWN_CODE } }
  return row === undefined && wasSeen ? { kind: 'gone' } : undefined
}

/** The maximum length of a tracked prompt, in characters without the ellipsis. */
const PROMPT_LETTERS = 99

/** What is tracked about a sent form: its settings, and the start of its prompt without addresses and ids. */
export function trackedCommit(
  bizType: BizType,
  settings: GenerationSettings,
  explore = '',
): Omit<TrackEvents['create_commit'], 'checkcredits'> {
  const { prompt, duration, resolution, videoNum, imageFidelity, aiMusic, templateId } = settings
  return {
    name: trackMode(bizType),
    prompt: firstWords(withoutSecrets(prompt), PROMPT_LETTERS),
    parameter_time: duration,
    setting_video: resolution,
    setting_number: videoNum,
    ...(bizType === 'TEMPLATE' ? { templates: templateId ?? '', aimusic: aiMusic === 0 ? 0 : 1 } : { relevance: imageFidelity }),
    ...(explore === '' ? {} : { explore }),
  }
}
