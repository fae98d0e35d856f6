import type { EngineRun } from '#server/providers/engine/engine.ts'
import type { RemoteFile, RemoteProvider, RemoteState } from './remote-provider.ts'
import type { RemoteDeps } from './remote-deps.ts'
import type { Expecting } from './wakeups.ts'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { TOO_LONG_TEXT } from './remote-texts.ts'
import { RemoteTrouble } from './remote-trouble.ts'
import { pauseMs } from './retrying.ts'

const FIRST_POLL_MS = 1000
const POLL_GROWTH = 1.5
const LONGEST_POLL_MS = 10_000
/** A service may not know its work for a moment, between two of its lists. */
const LOST_AFTER = 2

/** Asks until the work has ended: less and less often, at once after news, and in spite of trouble. Past the time limit the work is cancelled. */
export async function followRemote<Order, Ref>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  ref: Ref,
  startedMs: number,
  run: EngineRun,
): Promise<RemoteFile | 'lost'> {
  const newsId = provider.newsId(ref)
  const expecting = newsId === null ? undefined : deps.wakeups.expect(newsId)
  try {
    return await follow(provider, deps, ref, startedMs + deps.timeLimitMs, run, expecting)
  } finally {
    expecting?.end()
  }
}

async function follow<Order, Ref>(
  provider: RemoteProvider<Order, Ref>,
  deps: RemoteDeps,
  ref: Ref,
  deadlineMs: number,
  { signal, onStage }: EngineRun,
  expecting: Expecting | undefined,
): Promise<RemoteFile | 'lost'> {
  const { clock, random } = deps
  let polls = 0
  let troubles = 0
  let losses = 0
  let stage: RemoteState['state'] = 'waiting'
  for (;;) {
    signal.throwIfAborted()
    const answer = await ask(provider, ref, signal)
    troubles = answer instanceof RemoteTrouble ? troubles + 1 : 0
    if (!(answer instanceof RemoteTrouble)) {
      if (answer.state === 'done') return answer.file
      losses = answer.state === 'lost' ? losses + 1 : 0
      if (losses >= LOST_AFTER) return 'lost'
      if (answer.state === 'working' && stage !== 'working') onStage('rendering')
      stage = answer.state
    }
    const leftMs = deadlineMs - clock.nowMs()
    if (leftMs <= 0) return await cancelLate(provider, deps, ref)
    const calmMs = Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * POLL_GROWTH ** polls) * (0.9 + random() / 5)
    const waitMs = Math.min(leftMs, answer instanceof RemoteTrouble ? pauseMs(troubles, answer, random) : calmMs)
    polls += 1
    await (expecting === undefined ? clock.sleep(waitMs, signal) : expecting.sleep(waitMs, clock, signal))
  }
}

async function ask<Order, Ref>(provider: RemoteProvider<Order, Ref>, ref: Ref, signal: AbortSignal): Promise<RemoteState | RemoteTrouble> {
  try {
    return await provider.poll(ref, signal)
  } catch (error) {
    if (error instanceof RemoteTrouble) return error
    throw error
  }
}

/** A service that can't be told to stop has its own limits; the person gets the points back all the same. */
async function cancelLate<Order, Ref>(provider: RemoteProvider<Order, Ref>, { onProblem }: RemoteDeps, ref: Ref): Promise<never> {
  await provider.cancel(ref).catch(onProblem)
  throw new EngineFailure(TOO_LONG_TEXT)
}
