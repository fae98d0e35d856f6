import { acquiredLocks, holdFreeLock, holdLock, waitForLockRelease } from '#shared/browser/locks.ts'
import { openChannel } from '#shared/browser/open-channel.ts'
import { systemClock } from '#shared/clock.ts'
import { type UpdateMessage, isPageLock, pageLock, UPDATE_CHANNEL } from '#shared/contract/update-messages.ts'
import { ACTIVATION_WAIT_MS, BUILD_CHECK_EVERY_MS, WRITING_RESTS_MS } from '#shared/domain/update-rules.ts'
import { applyUpdate, checkForUpdate, startServiceWorker } from './service-worker.ts'
import { askForBuild } from '#src/browser/build-info.ts'
import { createUpdateCoordinator } from './update-coordinator.ts'
import { hubState, subscribe } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { followHolds, notifyHoldsChanged, saveBeforeLeaving, currentHoldReason, guardLeaving } from '#src/routing/leave-guard.ts'
import { partError } from '#src/loading/part-watch.ts'
import { updateState } from './update-state.ts'

const thisPage = pageLock(__BUILT_AT_MS__, crypto.randomUUID())

/** Whether this page is already reloading, so that a second event does not start another reload. */
let isReloading = false

/** Reloads this page as soon as a reload loses no data. */
async function reloadWhenFree(): Promise<void> {
  if (isReloading) return
  isReloading = true
  do {
    if (currentHoldReason() !== null) await untilNoHold()
    await saveBeforeLeaving()
  } while (currentHoldReason() !== null)
  location.reload()
  // Reloads again if the browser blocked the first reload.
  setTimeout(() => location.reload(), ACTIVATION_WAIT_MS)
}

function untilNoHold(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = followHolds(() => {
      if (currentHoldReason() !== null) return
      unsubscribe()
      resolve()
    })
  })
}

const channel = openChannel(UPDATE_CHANNEL)

async function livePages(): Promise<readonly string[]> {
  const locks = await acquiredLocks()
  return locks.flatMap(({ name }) => (isPageLock(name) ? [name] : []))
}

/** Represents this page when all open pages agree on an update. */
export const updateCoordinator = createUpdateCoordinator({
  page: thisPage,
  livePages,
  untilPageCloses: waitForLockRelease,
  post: (message) => channel.postMessage(message),
  save: saveBeforeLeaving,
  holds: currentHoldReason,
  followHolds,
  sleep: systemClock.sleep,
  makeId: () => crypto.randomUUID(),
  show: (phase) => Object.assign(updateState, { phase }),
  apply: () => {
    if (!applyUpdate()) void reloadWhenFree()
    else setTimeout(() => void reloadWhenFree(), ACTIVATION_WAIT_MS)
  },
})

function offerUpdate(): void {
  Object.assign(updateState, { isReady: true })
}

async function updateOrOffer(): Promise<void> {
  if (!(await checkForUpdate())) offerUpdate()
}

/** Offers another build of the app to the user: a newer one, or an older one after a rollback. */
export async function startUpdates(): Promise<void> {
  await holdLock(thisPage)
  // WebKit releases the locks of a page in the back/forward cache, so the page's lock is acquired again.
  addEventListener('pageshow', ({ persisted }) => void (persisted && holdFreeLock(thisPage)))
  channel.addEventListener('message', (event: MessageEvent<UpdateMessage>) => updateCoordinator.receive(event.data))
  subscribeKeys(hubState, ['work', 'connection', 'storage'], notifyHoldsChanged)
  followWriting()
  await startServiceWorker({ onUpdateReady: offerUpdate, onReplaced: () => void reloadWhenFree() })
  if (!import.meta.env.PROD) return
  const checkBuild = createBuildCheck({ ownBuild: __BUILT_AT_MS__, readServedBuild, nowMs: Date.now, onOther: () => void updateOrOffer() })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void checkBuild())
  subscribe(partError, () => partError.prompt === 'reload' && void checkForUpdate())
}

interface BuildCheckDeps {
  readonly ownBuild: number
  /** Reads the build time of the server's build; null if the server is unreachable. */
  readonly readServedBuild: () => Promise<number | null>
  readonly nowMs: () => number
  /** Called when the server has another build than this page, newer or older. */
  readonly onOther: () => void
}

/** Asks the server for its build, at most once per interval. If the server does not answer, the next call asks again. */
export function createBuildCheck({ ownBuild, readServedBuild, nowMs, onOther }: BuildCheckDeps): () => Promise<void> {
  let askedAtMs = nowMs()
  return async () => {
    if (nowMs() - askedAtMs < BUILD_CHECK_EVERY_MS) return
    const previousAskAtMs = askedAtMs
    askedAtMs = nowMs()
    const servedBuild = await readServedBuild()
    if (servedBuild === null) askedAtMs = previousAskAtMs
    else if (servedBuild !== ownBuild) onOther()
  }
}

/** The build time of the server's build, in ms since 1970; null if it is unknown. */
async function readServedBuild(): Promise<number | null> {
  try {
    const { builtAtMs } = (await (await askForBuild()).json()) as { readonly builtAtMs?: unknown }
    return typeof builtAtMs === 'number' ? builtAtMs : null
  } catch {
    return null
  }
}

/** Delays updates while the user types, and while a form has unsent text that a reload would lose. */
function followWriting(): void {
  const writtenFields = new Set<HTMLInputElement | HTMLTextAreaElement>()
  let lastInputAtMs = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      lastInputAtMs = performance.now()
      if (target.form !== null && target.type !== 'search') writtenFields.add(target)
      restartTimer()
    },
    true,
  )
  document.addEventListener('submit', ({ target }) => {
    for (const field of writtenFields) if (field.form === target) writtenFields.delete(field)
    notifyHoldsChanged()
  })

  function restartTimer(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      notifyHoldsChanged()
      // A form that is removed from the page fires no event, so this checks again until no unsent text is left.
      if (hasUnsavedText()) restartTimer()
    }, WRITING_RESTS_MS + 1)
  }

  function hasUnsavedText(): boolean {
    for (const field of writtenFields) if (!field.isConnected || field.value === '') writtenFields.delete(field)
    return writtenFields.size > 0
  }

  guardLeaving({ holds: () => (performance.now() - lastInputAtMs < WRITING_RESTS_MS || hasUnsavedText() ? 'writing' : null) })
}
