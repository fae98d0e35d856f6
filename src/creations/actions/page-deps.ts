import type { ZipAnswer } from '#shared/contract/zip-contract.ts'
import type { AppError } from '#shared/app-error.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { type Clock, systemClock } from '#shared/browser/clock.ts'
import { requestPrefill } from '#src/platform/prefill.ts'
import { fetchMedia, saveFile } from '#src/platform/download.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { openLogin } from '#src/account/sign-in/login-dialog-state.ts'
import { storedBusinessUserId } from '#src/platform/cookies.ts'
import { can } from '#shared/platform/capabilities.ts'
import { inTurn } from '#shared/browser/locks.ts'
import { hub } from '#src/platform/hub-client.ts'
import { failureText, refusalWords } from '#src/platform/error-text.ts'
import { text } from '#src/platform/i18n.ts'
import { copyText } from '#src/platform/copy-text.ts'
import { screenAddress, viewerEntry } from '#src/platform/screen-location.ts'
import type { RefusedMutation } from '../optimistic-mutations.ts'
import { hasPressed, mutateCreations, onMutations } from '../creation-mutations.ts'
import type { ActionDeps, Tell, ZipWatch } from './action-deps.ts'
import { lastFrame } from './last-frame.ts'
import { FAILURE_TITLE } from './mutations.ts'

/** The tab that has pressed is given this long to tell, in ms; then it is gone, and another one tells. */
const TELLER_WAITS_MS = 3000

let isFollowing = false

/** Everything actions need but the looks: this browser, the hub, the forms. */
export function pageDeps(looks: Pick<ActionDeps, 'tell' | 'ask' | 'go'>): ActionDeps {
  followRefusals(looks.tell)
  return {
    ...looks,
    place,
    login: (reason) => openLogin({ reason }),
    hasAccount: () => (hubState.identity?.businessUserId ?? storedBusinessUserId()) !== '',
    isOnline: () => hubState.connection.isOnline,
    mutate: mutateCreations,
    // A key for each change: two presses are two changes, and the second one finds done what it asks for.
    newId: () => crypto.randomUUID(),
    clock: systemClock,
    fetchFile: fetchMedia,
    saveFile,
    canSave: () => !isApplesApp(),
    canShareFile: (file) => can('shareFiles') && navigator.canShare({ files: [file] }),
    share: can('share') ? (what) => navigator.share(what) : null,
    copy: copyText,
    open: (url) => void window.open(url, '_blank'),
    requestPrefill,
    lastFrame,
    zip,
    origin: location.origin,
  }
}

/** The part that packs is fetched when it is needed, which fails without a connection. */
async function zip(order: Parameters<ActionDeps['zip']>[0], watch: ZipWatch): Promise<ZipAnswer> {
  try {
    const { zipVideos } = await import('./zip-download.ts')
    return await zipVideos(order, watch)
  } catch (error) {
    console.warn('Nothing was packed.', error)
    return { status: 'failed' }
  }
}

/** Installed on an iPhone or iPad a page lays nothing into the downloads: it shows the file instead, without a way back. */
function isApplesApp(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}

/** Tells what the server refuses, once per change and in one tab; begun with the first screen that has actions. */
function followRefusals(tell: Tell): void {
  if (isFollowing) return
  isFollowing = true
  const tellRefusal = createRefusalTeller({
    isMine: hasPressed,
    isStillRefused,
    drop: (id) => hub.api.dropMutation(id),
    inTurn,
    clock: systemClock,
  })
  onMutations({ onRefused: (refused) => void tellRefusal(refused, tell) })
}

async function isStillRefused(id: string): Promise<boolean> {
  await hub.api.resume()
  return hubState.work.mutations.some((item) => item.id === id && item.state === 'refused')
}

interface RefusalDeps {
  /** Pressed in this tab. */
  readonly isMine: (mutationId: string) => boolean
  /** Still told of by the hub as refused, asked anew. */
  readonly isStillRefused: (mutationId: string) => Promise<boolean>
  readonly drop: (mutationId: string) => Promise<unknown>
  /** One tab after the other. */
  readonly inTurn: (name: string, work: () => Promise<void>) => Promise<void>
  readonly clock: Clock
}

/** Tells of each refused change once: in the tab that has pressed, or in another one when that is gone. */
export function createRefusalTeller({ isMine, isStillRefused, drop, inTurn, clock }: RefusalDeps) {
  return async ({ id, mutation, error }: RefusedMutation, tell: Tell): Promise<void> => {
    if (!isMine(id)) await clock.sleep(TELLER_WAITS_MS, new AbortController().signal)
    await inTurn(`refused/${id}`, async () => {
      if (!(await isStillRefused(id))) return
      void tell({ color: 'error', ...wordsOf(mutation.kind, error) })
      await drop(id)
    })
  }
}

/** A removal that failed has the server's message for its title. Rule: docs/platform.md, "Toasts and notices". */
function wordsOf(kind: keyof typeof FAILURE_TITLE, error: AppError | null): Pick<ToastContent, 'title' | 'description'> {
  const title = text(FAILURE_TITLE[kind])
  if (error === null) return { title }
  return kind === 'delete' ? refusalWords(error, title) : { title, description: failureText(error) }
}

/** Names who is on which screen, and whether a viewer lies over it. */
export function place(): string {
  return JSON.stringify([storedBusinessUserId(), screenAddress(), viewerEntry() !== null])
}
