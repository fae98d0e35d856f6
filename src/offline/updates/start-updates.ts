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
import { followHolds, holdsChanged, saveBeforeLeaving, whatHolds, guardLeaving } from '#src/routing/leave-guard.ts'
import { partError } from '#src/loading/part-watch.ts'
import { updateState } from './update-state.ts'

const page = pageLock(__BUILT_AT_MS__, crypto.randomUUID())

/** Whether this page is already reloading, so that a second event does not start another reload. */
let isLeaving = false

/** Reloads this page as soon as a reload loses no data. */
async function reloadWhenFree(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  do {
    if (whatHolds() !== null) await untilFree()
    await saveBeforeLeaving()
  } while (whatHolds() !== null)
  location.reload()
  // Reloads again if the browser blocked the first reload.
  setTimeout(() => location.reload(), ACTIVATION_WAIT_MS)
}

function untilFree(): Promise<void> {
  return new Promise((resolve) => {
    const stop = followHolds(() => {
      if (whatHolds() !== null) return
      stop()
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
  page,
  livePages,
  pageGone: waitForLockRelease,
  post: (message) => channel.postMessage(message),
  save: saveBeforeLeaving,
  holds: whatHolds,
  followHolds,
  sleep: systemClock.sleep,
  makeId: () => crypto.randomUUID(),
  show: (phase) => Object.assign(updateState, { phase }),
  apply: () => {
    if (!applyUpdate()) void reloadWhenFree()
    else setTimeout(() => void reloadWhenFree(), ACTIVATION_WAIT_MS)
  },
})

function offer(): void {
  Object.assign(updateState, { isReady: true })
}

async function updateOrOffer(): Promise<void> {
  if (!(await checkForUpdate())) offer()
}

/** Offers another build of the app to the user: a newer one, or an older one after a rollback. */
export async function startUpdates(): Promise<void> {
  await holdLock(page)
  // WebKit releases the locks of a page in the back/forward cache, so the page's lock is acquired again.
  addEventListener('pageshow', ({ persisted }) => void (persisted && holdFreeLock(page)))
  channel.addEventListener('message', (event: MessageEvent<UpdateMessage>) => updateCoordinator.receive(event.data))
  subscribeKeys(hubState, ['work', 'connection', 'storage'], holdsChanged)
  followWriting()
  await startServiceWorker({ onUpdateReady: offer, onReplaced: () => void reloadWhenFree() })
  if (!import.meta.env.PROD) return
  const check = createBuildCheck({ ownBuild: __BUILT_AT_MS__, readServedBuild, nowMs: Date.now, onOther: () => void updateOrOffer() })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void check())
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
    const before = askedAtMs
    askedAtMs = nowMs()
    const served = await readServedBuild()
    if (served === null) askedAtMs = before
    else if (served !== ownBuild) onOther()
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
  const written = new Set<HTMLInputElement | HTMLTextAreaElement>()
  let lastAtMs = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      lastAtMs = performance.now()
      if (target.form !== null && target.type !== 'search') written.add(target)
      rest()
    },
    true,
  )
  document.addEventListener('submit', ({ target }) => {
    for (const field of written) if (field.form === target) written.delete(field)
    holdsChanged()
  })

  function rest(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      holdsChanged()
      // A form that is removed from the page fires no event, so this checks again until no unsent text is left.
      if (hasUnsavedText()) rest()
    }, WRITING_RESTS_MS + 1)
  }

  function hasUnsavedText(): boolean {
    for (const field of written) if (!field.isConnected || field.value === '') written.delete(field)
    return written.size > 0
  }

  guardLeaving({ holds: () => (performance.now() - lastAtMs < WRITING_RESTS_MS || hasUnsavedText() ? 'writing' : null) })
}
