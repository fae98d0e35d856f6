import { type Creation, queryTask } from '#shared/api/generation.ts'
import type { AppError } from '#shared/app-error.ts'
import type { EditOrder, MadeMedia } from '#shared/contract/media-contract.ts'
import { JOINED_NOTICE_MS, ratioPart } from '#shared/domain/editing-rules.ts'
import { SAVE_RETRY_MS } from '#shared/domain/offline-rules.ts'
import type { Result } from '#shared/result.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/platform/api.ts'
import { errorText } from '#src/platform/error-text.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { addTexts, text } from '#src/platform/i18n.ts'
import { subscribe } from '#src/platform/state.ts'
import { type OpenedVideo, editedName, makeEdit, openVideo } from './edit-video.ts'
import { openEditor } from './editor-state.ts'
import { type MadeMediaStore, madeMedia } from './made-media.ts'
import { mediaClient } from './media-client.ts'

/** A video that is done and goes on from another one. */
interface Extension {
  readonly taskId: string
  readonly extendedId: string
}

interface JoinDeps {
  readonly store: Pick<MadeMediaStore, 'unjoined' | 'noteJoined' | 'keep'>
  readonly query: (taskId: string) => Promise<Result<Creation>>
  readonly open: (creation: Creation) => Promise<Result<OpenedVideo>>
  readonly make: (order: EditOrder) => Promise<Result<MadeMedia>>
  readonly tell: (joined: Result<MadeItem>, creation: Creation) => Promise<void>
}

/** Joins each extension with the video that it goes on from, once; false when one has to be tried again. Rule: docs/editing.md, "Extending". */
export async function joinExtensions(done: readonly Extension[], { store, query, open, make, tell }: JoinDeps): Promise<boolean> {
  async function join(before: Creation, after: Creation): Promise<Result<MadeItem>> {
    const [first, second] = [await open(before), await open(after)]
    if (!first.ok) return first
    if (!second.ok) return second
    const made = await make(joinOrder(first.value, second.value))
    if (!made.ok) return { ok: false, error: { ...made.error, retry: 'never' } }
    const kept = await store.keep(made.value, editedName(after, 'mp4', 'extended'), after.id)
    return kept.ok ? kept : { ok: false, error: { ...kept.error, retry: 'never' } }
  }

  let isDone = true
  const left = new Set(await store.unjoined(done.map(({ taskId }) => taskId)))
  for (const { taskId, extendedId } of done.filter((extension) => left.has(extension.taskId))) {
    const [before, after] = [await query(extendedId), await query(taskId)]
    const joined = before.ok ? (after.ok ? await join(before.value, after.value) : after) : before
    if (joined.ok || !mayPass(joined.error)) {
      await store.noteJoined(taskId)
      if (after.ok) await tell(joined, after.value)
    } else isDone = false
  }
  return isDone
}

/** A video that is deleted stays so; anything else may be the connection. */
function mayPass({ code, retry }: AppError): boolean {
  return retry !== 'never' && code !== 'H4001'
}

/** The last frame of the first video is the first one of the second. */
export function joinOrder(first: OpenedVideo, second: OpenedVideo): EditOrder {
  const { facts } = first
  return {
    clips: [first.blob, second.blob],
    trim: { from: 0, to: Math.max(1, facts.frames - 1) },
    crop: ratioPart(facts, 'own'),
    loop: 'none',
    sound: { kind: 'own' },
    format: 'mp4',
    stillFrame: 0,
  }
}

/** Only one tab joins. */
const JOINER_LOCK = 'extension-joiner'

/** Joins what was extended from this device as soon as it is done. */
export function followExtended(): void {
  const signal = new AbortController().signal
  const deps: JoinDeps = {
    store: madeMedia,
    query: (taskId) => api.call(queryTask, { taskId }),
    open: (creation) => openVideo(creation, mediaClient, signal),
    make: (order) => makeEdit(order, mediaClient, signal, () => undefined),
    tell: notifyJoined,
  }
  let isBusy = false
  let hasMissed = false
  let again: ReturnType<typeof setTimeout> | undefined

  async function join(done: readonly Extension[]): Promise<void> {
    hasMissed = isBusy
    if (isBusy || again !== undefined) return
    isBusy = true
    const isDone = await navigator.locks
      .request(JOINER_LOCK, { ifAvailable: true }, (lock) => (lock === null ? false : joinExtensions(done, deps)))
      .finally(() => {
        isBusy = false
      })
    if (!isDone) again = setTimeout(retry, SAVE_RETRY_MS)
    else if (hasMissed) look()
  }

  function retry(): void {
    again = undefined
    look()
  }

  function look(): void {
    const done = hubState.work.finished.flatMap(({ taskId, status, settings }) =>
      status === 'SUCCESS' && settings.extends !== undefined ? [{ taskId, extendedId: settings.extends.id }] : [],
    )
    if (done.length > 0) void join(done).catch((error: unknown) => console.warn('What was extended was not joined.', error))
  }

  subscribe(hubState, look)
  look()
}

async function notifyJoined(joined: Result<MadeItem>, creation: Creation): Promise<void> {
  await addTexts('editing')
  const id = `joined/${creation.id}`
  if (!joined.ok) {
    const description = text('editing.joinFailedHint', { reason: errorText(joined.error.code) })
    return showToast({ id, color: 'error', title: text('editing.joinFailed'), description })
  }
  const action = { label: text('editing.show'), run: () => openEditor(creation, joined.value) }
  const words = { title: text('editing.joinDone'), description: text('editing.kept') }
  await showToast({ id, color: 'success', durationMs: JOINED_NOTICE_MS, action, ...words })
}
