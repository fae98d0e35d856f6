import type { EngineRequest, EngineRun } from '#server/providers/engine/engine.ts'
import type { RemoteDeps } from './remote-deps.ts'
import type { RemoteFile, RemoteProvider } from './remote-provider.ts'
import type { Patience } from './retrying.ts'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { followRemote } from './follow-remote.ts'
import { readHandle, writeHandle } from './remote-handle.ts'
import { AWAY_TEXT, LOST_TEXT, UNCONFIRMED_TEXT } from './remote-texts.ts'
import { RemoteTrouble } from './remote-trouble.ts'
import { retrying } from './retrying.ts'

/** How long a service that can't be reached is asked to take an order, in ms. */
export const REACH_LIMIT_MS = 5 * 60 * 1000
/** A service that lets us choose the reference may lose its queue in a restart: then the order is placed again, so often. */
const MOST_REPEATS = 1

/**
 * Order -> handle -> file. The handle is saved before anything is sent, and again with the service's reference; whoever comes next
 * (a restart, another process) goes on from it and orders nothing twice. A handle without a reference means that nobody knows
 * whether the order was taken: it counts as taken, and the task fails. Stopping leaves the work at the service and the handle.
 */
export async function runRemote<Order, Ref extends object>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  request: EngineRequest,
  run: EngineRun,
): Promise<RemoteFile> {
  const saved = readHandle(run.handle, provider)
  if (saved !== undefined && saved.ref === null) throw new EngineFailure(UNCONFIRMED_TEXT)
  let startedMs = saved?.startedMs ?? deps.clock.nowMs()
  let ref = saved?.ref ?? null
  for (let repeats = 0; repeats <= MOST_REPEATS; repeats += 1) {
    if (ref === null) {
      startedMs = deps.clock.nowMs()
      ref = await place(provider, deps, request, run, startedMs)
    }
    const file = await followRemote(provider, deps, ref, startedMs, run)
    if (file !== 'lost') return file
    if (provider.reserve() === null) break
    ref = null
  }
  throw new EngineFailure(LOST_TEXT)
}

async function place<Order, Ref extends object>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  request: EngineRequest,
  { signal, saveHandle }: EngineRun,
  startedMs: number,
): Promise<Ref> {
  const save = (ref: Ref | null) => saveHandle(writeHandle({ engine: provider.name, startedMs, ref }))
  const { clock, random } = deps
  const untilMs = startedMs + Math.min(REACH_LIMIT_MS, deps.timeLimitMs)
  const patience: Patience = { clock, random, signal, untilMs }
  const order = await retrying(() => provider.prepare(request, signal), patience).catch((error: unknown) => giveUp(error, deps))
  const reserved = provider.reserve()
  signal.throwIfAborted()
  await save(reserved)
  try {
    const ref = await retrying(() => provider.submit(order, reserved), { ...patience, isWorthIt: ({ isUnsent }) => isUnsent })
    // Taken: that it could not be noted is no reason to order it again.
    await save(ref).catch(deps.onProblem)
    return ref
  } catch (error) {
    if (error instanceof RemoteTrouble && !error.isUnsent && reserved !== null) return reserved
    if (error instanceof RemoteTrouble && !error.isUnsent) {
      deps.onProblem(error)
      throw new EngineFailure(UNCONFIRMED_TEXT, { cause: error })
    }
    // Nothing was taken, so nothing has to be asked for.
    await saveHandle('')
    return giveUp(error, deps)
  }
}

function giveUp(error: unknown, { onProblem }: RemoteDeps): never {
  if (!(error instanceof RemoteTrouble)) throw error
  onProblem(error)
  throw new EngineFailure(AWAY_TEXT, { cause: error })
}
