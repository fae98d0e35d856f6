import type { ZipAnswer } from '#shared/contract/zip-contract.ts'
import type { AppError } from '#shared/result.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { type Clock, systemClock } from '#shared/clock.ts'
import { requestPrefill } from '#src/routing/prefill.ts'
import { fetchMedia, saveFile } from '#src/browser/download.ts'
import { hubState } from '#src/store/state.ts'
import { openLogin } from '#src/account/login-dialog-state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { can } from '#shared/browser/capabilities.ts'
import { withLock } from '#shared/browser/locks.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { failureText, refusalWords, text } from '#src/i18n/i18n.ts'
import { copyText } from '#src/browser/copy-text.ts'
import { screenAddress, viewerEntry } from '#src/routing/routes.ts'
import type { RefusedMutation } from './optimistic-mutations.ts'
import { hasPressed, mutateCreations, onMutations } from './creation-mutations.ts'
import type { ActionDeps, Notify, ZipWatch } from './action-deps.ts'
import { lastFrame } from './actions/last-frame.ts'
import { FAILURE_TITLE } from './actions/mutations.ts'

/** The time for which only the tab where the user made a change may report its refusal, in ms. Later, another tab reports it. */
const NOTIFIER_WAIT_MS = 3000

let isFollowing = false

/** The dependencies of the actions: the given user interface, and this page's browser functions, hub and forms. */
export function pageDeps(ui: Pick<ActionDeps, 'notify' | 'ask' | 'go'>): ActionDeps {
  followRefusals(ui.notify)
  return {
    ...ui,
    locationKey,
    login: (reason) => openLogin({ reason }),
    hasAccount: () => (hubState.identity?.businessUserId ?? storedBusinessUserId()) !== '',
    isOnline: () => hubState.connection.isOnline,
    mutate: mutateCreations,
    // Each press has its own id. A second press on the same button is a second change, without further effect.
    newId: () => crypto.randomUUID(),
    clock: systemClock,
    fetchFile: fetchMedia,
    saveFile,
    canSave: () => !isInstalledOnApple(),
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

/** Creates a zip. Its code is loaded on demand; offline, that may fail. */
async function zip(order: Parameters<ActionDeps['zip']>[0], watch: ZipWatch): Promise<ZipAnswer> {
  try {
    const { zipVideos } = await import('./actions/zip-download.ts')
    return await zipVideos(order, watch)
  } catch (error) {
    console.warn('The zip file was not created.', error)
    return { status: 'failed' }
  }
}

/**
 * Whether this is an installed web app on an iPhone or iPad. It can't save downloads: it shows the file, and the user can't go
 * back.
 */
function isInstalledOnApple(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}

/** Reports the changes that the server has refused, each once and in one tab. Starts with the first screen that has actions. */
function followRefusals(notify: Notify): void {
  if (isFollowing) return
  isFollowing = true
  const showRefusal = createRefusalNotice({
    isFromThisTab: hasPressed,
    isStillRefused,
    dropMutation: (id) => hub.api.dropMutation(id),
    withLock,
    clock: systemClock,
  })
  onMutations({ onRefused: (refused) => void showRefusal(refused, notify) })
}

async function isStillRefused(id: string): Promise<boolean> {
  await hub.api.resume()
  return hubState.work.mutations.some((item) => item.id === id && item.state === 'refused')
}

interface RefusalDeps {
  readonly isFromThisTab: (mutationId: string) => boolean
  readonly isStillRefused: (mutationId: string) => Promise<boolean>
  readonly dropMutation: (mutationId: string) => Promise<unknown>
  /** Runs the work while no other tab runs work of the same name. */
  readonly withLock: (name: string, work: () => Promise<void>) => Promise<void>
  readonly clock: Clock
}

/** Reports a refused change once: in the tab where the user made it, or in another tab if that tab is closed. */
export function createRefusalNotice({ isFromThisTab, isStillRefused, dropMutation, withLock, clock }: RefusalDeps) {
  return async ({ id, mutation, error }: RefusedMutation, notify: Notify): Promise<void> => {
    if (!isFromThisTab(id)) await clock.sleep(NOTIFIER_WAIT_MS, neverAborted())
    await withLock(`refused/${id}`, async () => {
      if (!(await isStillRefused(id))) return
      void notify({ color: 'error', ...refusalToast(mutation.kind, error) })
      await dropMutation(id)
    })
  }
}

/**
 * The texts of the toast about a refused change. For a removal, the title is the server's message.
 * Rule: docs/platform.md, "Toasts and notices".
 */
function refusalToast(kind: keyof typeof FAILURE_TITLE, error: AppError | null): Pick<ToastContent, 'title' | 'description'> {
  const title = text(FAILURE_TITLE[kind])
  if (error === null) return { title }
  return kind === 'delete' ? refusalWords(error, title) : { title, description: failureText(error) }
}

/** A key of the current account and screen, and of whether a viewer is open. */
export function locationKey(): string {
  return JSON.stringify([storedBusinessUserId(), screenAddress(), viewerEntry() !== null])
}
