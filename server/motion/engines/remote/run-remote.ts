import { type EngineRequest, type EngineRun, EngineAway, EngineFailure } from '#server/motion/engine.ts'
import { type RemoteFile, type RemoteProvider, type RemoteState, readHandle, writeHandle } from '#server/motion/remote-provider.ts'
import {
  type RetryOptions,
  retryRemote,
  remotePauseMs,
  AWAY_TEXT,
  LOST_TEXT,
  UNCONFIRMED_TEXT,
  RemoteError,
  TOO_LONG_TEXT,
} from './call-remote.ts'
import type { Clock } from '#shared/clock.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import type { ExpectedWakeup, Wakeups } from './wakeups.ts'
import { within } from '#server/net/within.ts'

/** How long a submit is retried while the service is unreachable, in ms. Then the video waits in our queue. */
const REACH_LIMIT_MS = 30 * 1000
/** How often an order is submitted again after the service lost it in a restart, if the service accepts our references. */
const MOST_REPEATS = 1

/**
 * Order -> handle -> file. The handle is stored before the submit, and again with the service's reference, so a restart or another process
 * resumes without a second order. A handle without a reference counts as submitted, and the task fails. If the server stops, the remote
 * work and its handle stay.
 */
export async function runRemote<Order, Ref extends object>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  request: EngineRequest,
  run: EngineRun,
): Promise<RemoteFile> {
  const savedHandle = readHandle(run.handle, provider)
  if (savedHandle !== undefined && savedHandle.ref === null) throw new EngineFailure(UNCONFIRMED_TEXT)
  let startedMs = savedHandle?.startedMs ?? deps.clock.nowMs()
  let ref = savedHandle?.ref ?? null
  for (let repeats = 0; repeats <= MOST_REPEATS; repeats += 1) {
    if (ref === null) {
      startedMs = deps.clock.nowMs()
      ref = await submitOrder(provider, deps, request, run, startedMs).catch((error: unknown) => {
        // The service may have worked on the order before it lost it, so no other engine may render the video.
        throw repeats > 0 && error instanceof EngineAway ? new EngineFailure(error.message, { cause: error.cause }) : error
      })
    }
    const file = await followRemote(provider, deps, ref, startedMs, run)
    if (file !== 'lost') return file
    if (provider.reserve() === null) break
    ref = null
  }
  throw new EngineFailure(LOST_TEXT)
}

async function submitOrder<Order, Ref extends object>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  request: EngineRequest,
  run: EngineRun,
  startedMs: number,
): Promise<Ref> {
  const { signal, saveHandle } = run
  const saveRef = (ref: Ref | null) => saveHandle(writeHandle({ engine: provider.name, startedMs, ref }))
  const { clock, random } = deps
  const untilMs = startedMs + Math.min(REACH_LIMIT_MS, deps.timeLimitMs)
  const retryOptions: RetryOptions = { clock, random, signal, untilMs }
  const order = await retryRemote(() => provider.prepare(request, signal), retryOptions).catch((error: unknown) => giveUp(error, deps))
  const reservedRef = provider.reserve()
  signal.throwIfAborted()
  await saveRef(reservedRef)
  try {
    const submit = () =>
      provider.isBlocking === true
        ? submitBlocking(provider, order, run, startedMs + deps.timeLimitMs - clock.nowMs())
        : provider.submit(order, reservedRef, neverAborted())
    const ref = await retryRemote(submit, { ...retryOptions, isRetryable: ({ isUnsent }) => isUnsent })
    // The order is submitted, so a failure to store its handle must not cause a second submit.
    await saveRef(ref).catch(deps.onProblem)
    return ref
  } catch (error) {
    if (error instanceof RemoteError && !error.isUnsent && reservedRef !== null) return reservedRef
    if (error instanceof RemoteError && !error.isUnsent) {
      deps.onProblem(error)
      throw new EngineFailure(UNCONFIRMED_TEXT, { cause: error })
    }
    // Nothing was submitted, so a later run has nothing to search for.
    await saveHandle('')
    return giveUp(error, deps)
  }
}

/**
 * Orders from a service that renders the video during the request. An aborted request may have produced a video, so it is not sent again.
 */
async function submitBlocking<Order, Ref>(
  provider: RemoteProvider<Order, Ref>,
  order: Order,
  { signal, onStage }: EngineRun,
  remainingMs: number,
): Promise<Ref> {
  const timeout = new AbortController()
  onStage('rendering')
  try {
    return await within(remainingMs, signal, (limitedSignal) => {
      limitedSignal.addEventListener('abort', () => timeout.abort(), { once: true })
      return provider.submit(order, null, limitedSignal)
    })
  } catch (error) {
    if (signal.aborted) throw new RemoteError('stopped while the video was made', { isUnsent: false, cause: error })
    if (timeout.signal.aborted) throw new EngineFailure(TOO_LONG_TEXT, { cause: error })
    throw error
  }
}

function giveUp(error: unknown, { onProblem }: RemoteDeps): never {
  if (!(error instanceof RemoteError)) throw error
  onProblem(error)
  throw new EngineAway(AWAY_TEXT, 'unreachable', { cause: error })
}

const FIRST_POLL_MS = 1000
const POLL_GROWTH = 1.5
const LONGEST_POLL_MS = 10_000
/**
 * After this many consecutive unknown states the work counts as lost: a service may not list the work for a moment while it moves from one
 * list to another.
 */
const LOST_AFTER = 2

/**
 * Polls until the work has ended: at growing intervals, at once after a webhook, and also after a `RemoteError`. After the time limit it
 * cancels the work.
 */
async function followRemote<Order, Ref>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  ref: Ref,
  startedMs: number,
  run: EngineRun,
): Promise<RemoteFile | 'lost'> {
  const webhookId = provider.webhookId(ref)
  const wakeup = webhookId === null ? undefined : deps.wakeups.expect(webhookId)
  try {
    return await pollUntilEnd(provider, deps, ref, startedMs + deps.timeLimitMs, run, wakeup)
  } finally {
    wakeup?.end()
  }
}

async function pollUntilEnd<Order, Ref>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  ref: Ref,
  deadlineMs: number,
  { signal, onStage }: EngineRun,
  wakeup: ExpectedWakeup | undefined,
): Promise<RemoteFile | 'lost'> {
  const { clock, random } = deps
  let polls = 0
  let failedPolls = 0
  let lostPolls = 0
  let stage: RemoteState['state'] = 'waiting'
  for (;;) {
    signal.throwIfAborted()
    const answer = await pollOnce(provider, ref, signal)
    failedPolls = answer instanceof RemoteError ? failedPolls + 1 : 0
    if (!(answer instanceof RemoteError)) {
      if (answer.state === 'done') return answer.file
      lostPolls = answer.state === 'lost' ? lostPolls + 1 : 0
      if (lostPolls >= LOST_AFTER) return 'lost'
      if (answer.state === 'working' && stage !== 'working') onStage('rendering')
      stage = answer.state
    }
    const remainingMs = deadlineMs - clock.nowMs()
    if (remainingMs <= 0) return await cancelLate(provider, deps, ref)
    const usualWaitMs = Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * POLL_GROWTH ** polls) * (0.9 + random() / 5)
    const waitMs = Math.min(remainingMs, answer instanceof RemoteError ? remotePauseMs(failedPolls, answer, random) : usualWaitMs)
    polls += 1
    await (wakeup === undefined ? clock.sleep(waitMs, signal) : wakeup.sleep(waitMs, clock, signal))
  }
}

async function pollOnce<Order, Ref>(
  provider: RemoteProvider<Order, Ref>,
  ref: Ref,
  signal: AbortSignal,
): Promise<RemoteState | RemoteError> {
  try {
    return await provider.poll(ref, signal)
  } catch (error) {
    if (error instanceof RemoteError) return error
    throw error
  }
}

/**
 * Cancels work that exceeded the time limit, and fails. A service without cancellation has its own limits; the points are returned in any
 * case.
 */
async function cancelLate<Order, Ref>(provider: RemoteProvider<Order, Ref>, { onProblem }: RemoteDeps, ref: Ref): Promise<never> {
  await provider.cancel(ref).catch(onProblem)
  throw new EngineFailure(TOO_LONG_TEXT)
}

export interface RemoteDeps {
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>
  readonly random: () => number
  readonly timeLimitMs: number
  readonly wakeups: Wakeups
  /** Reports to the operator why a service failed. */
  readonly onProblem: (error: unknown) => void
}
