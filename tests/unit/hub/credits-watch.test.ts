import { describe, expect, it } from 'vitest'
import { type Points, getPoints } from '#shared/api/user.ts'
import { fail, ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { createCreditsWatch } from '#workers/hub/billing/credits-watch.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { createScriptedApi, hangingReply, unreachableReply } from './scripted-api.ts'

const balance = (points: number) => ok({ points, held: 0 })

function createWorld() {
  const clock = createFakeClock()
  const scripted = createScriptedApi(clock)
  scripted.answer(getPoints, () => balance(100))
  const reportedPoints: Points[] = []
  const states: string[] = []
  const connection = { isOffline: false }
  const watch = createCreditsWatch({
    api: scripted.api,
    clock,
    random: () => 0,
    isOffline: () => connection.isOffline,
    onCredits: async (points) => void reportedPoints.push(points),
    onPollState: (state) => states.push(state),
  })
  const loop = startLoop({ clock, pass: (signal) => watch.pass(signal), onBug: (error) => expect.fail(String(error)) })
  const poll = async (cachedPoints: number) => {
    await clock.settle()
    scripted.calls.length = 0
    watch.pollAfterOrder(cachedPoints)
    loop.wake()
    await clock.settle()
  }
  return { ...scripted, clock, watch, loop, reportedPoints, states, connection, poll, pollsAtMs: () => scripted.callsAtMs(getPoints) }
}

describe('the balance after a purchase', () => {
  it('is requested ten times, one second apart; the poll then ends as reached, because the server answered', async () => {
    const { clock, pollsAtMs, poll, states } = createWorld()
    await poll(100)
    await clock.advance(120_000)
    expect(pollsAtMs()).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000])
    expect(states).toEqual(['polling', 'reached'])
  })

  it('is polled until it is above the cached one, and each answer is published', async () => {
    const { clock, answer, pollsAtMs, poll, states, reportedPoints } = createWorld()
    await poll(100)
    answer(getPoints, () => balance(101))
    await clock.advance(60_000)
    expect(pollsAtMs()).toEqual([0, 1000])
    expect(states).toEqual(['polling', 'reached'])
    expect(reportedPoints.at(-1)).toEqual({ points: 101, held: 0 })
  })

  it('is reached with the first answer when none was cached, even with nothing left', async () => {
    const { answer, pollsAtMs, poll, states } = createWorld()
    answer(getPoints, () => balance(0))
    await poll(-1)
    expect([pollsAtMs().length, states.at(-1)]).toEqual([1, 'reached'])
  })

  it('is reached after a second order, although a parallel spend lowers it', async () => {
    const { clock, pollsAtMs, poll, states, watch, loop } = createWorld()
    await poll(100)
    await clock.advance(2000)
    watch.pollAfterOrder(100)
    loop.wake()
    await clock.advance(60_000)
    expect(states).toEqual(['polling', 'reached'])
    expect(pollsAtMs()).toEqual([0, 1000, 2000, ...Array.from({ length: 10 }, (_, index) => 2000 + index * 1000)])
  })

  it('is not reached by a paid order alone: the server must have answered', async () => {
    const { clock, answer, states, watch, loop } = createWorld()
    await clock.settle()
    answer(getPoints, unreachableReply)
    watch.pollAfterOrder(100)
    loop.wake()
    await clock.advance(60_000)
    expect(states).toEqual(['polling', 'gave_up'])
  })

  it('is polled no sooner, for any number of wakes of the loop', async () => {
    const { clock, pollsAtMs, poll, loop } = createWorld()
    await poll(100)
    for (let wakes = 0; wakes < 30; wakes += 1) {
      await clock.advance(100)
      loop.wake()
    }
    await clock.settle()
    expect(pollsAtMs()).toEqual([0, 1000, 2000, 3000])
  })

  it('is polled once more at once on a request during the last try', async () => {
    const { clock, answer, pollsAtMs, poll, watch } = createWorld()
    await clock.settle()
    let requestCount = 0
    answer(getPoints, () => {
      requestCount += 1
      if (requestCount === 1) watch.request()
      return balance(101)
    })
    await poll(100)
    await clock.advance(0)
    expect(pollsAtMs()).toEqual([0, 0])
  })

  it('counts only the answered tries', async () => {
    const { clock, answer, pollsAtMs, poll, states } = createWorld()
    answer(getPoints, unreachableReply)
    await poll(100)
    await clock.advance(19_500)
    answer(getPoints, () => balance(100))
    await clock.advance(9000)
    expect(states).toEqual(['polling'])
    await clock.advance(1000)
    expect([pollsAtMs().length, states.at(-1)]).toEqual([30, 'reached'])
  })

  it('counts a refusal as an answer', async () => {
    const { clock, answer, pollsAtMs, poll, states } = createWorld()
    answer(getPoints, () => fail({ code: 'H3009', retry: 'never' }))
    await poll(100)
    await clock.advance(30_000)
    expect([pollsAtMs().length, states.at(-1)]).toEqual([10, 'gave_up'])
  })

  it('is dropped after a minute though a call still hangs, and the ordinary watch continues', async () => {
    const { clock, answer, pollsAtMs, poll, states } = createWorld()
    answer(getPoints, hangingReply)
    await poll(100)
    await clock.advance(59_999)
    expect(states).toEqual(['polling'])
    answer(getPoints, () => balance(100))
    await clock.advance(1)
    await clock.settle()
    expect(states).toEqual(['polling', 'gave_up'])
    expect(pollsAtMs()).toEqual([0, 60_000])
  })

  it('is polled anew, with ten new tries, when another purchase starts', async () => {
    const { clock, pollsAtMs, poll, states, watch } = createWorld()
    await poll(100)
    await clock.advance(5000)
    watch.pollAfterOrder(200)
    await clock.advance(60_000)
    expect([pollsAtMs().length, states]).toEqual([16, ['polling', 'reached']])
  })

  it('does not count the try that another purchase cut short', async () => {
    const { clock, answer, pollsAtMs, poll, watch } = createWorld()
    answer(getPoints, hangingReply)
    await poll(100)
    await clock.advance(500)
    answer(getPoints, () => balance(100))
    watch.pollAfterOrder(200)
    await clock.advance(60_000)
    expect(pollsAtMs()).toEqual([0, 500, 1500, 2500, 3500, 4500, 5500, 6500, 7500, 8500, 9500])
  })

  it('stops with the loop and counts nothing after it', async () => {
    const { clock, answer, pollsAtMs, poll, states, loop } = createWorld()
    answer(getPoints, hangingReply)
    await poll(100)
    await loop.stop()
    await clock.advance(10_000)
    expect([pollsAtMs().length, states]).toEqual([1, ['polling']])
  })

  it('is not polled after a reset', async () => {
    const { clock, poll, states, watch } = createWorld()
    await poll(100)
    watch.reset()
    await clock.advance(60_000)
    expect(states).toEqual(['polling', 'idle'])
  })
})

describe('the ordinary watch of the balance', () => {
  it('requests once at the start, once for each call, and rests in between', async () => {
    const { clock, pollsAtMs, watch, loop } = createWorld()
    await clock.advance(60_000)
    watch.request()
    loop.wake()
    await clock.advance(60_000)
    expect(pollsAtMs()).toEqual([0, 60_000])
  })

  it('asks again after a reset', async () => {
    const { clock, watch, loop, pollsAtMs } = createWorld()
    await clock.settle()
    watch.reset()
    loop.wake()
    await clock.settle()
    expect(pollsAtMs()).toEqual([0, 0])
  })

  it('rests after a refusal and after its end until the next request', async () => {
    const { clock, answer, watch, loop } = createWorld()
    await clock.settle()
    await loop.stop()
    answer(getPoints, () => fail({ code: 'H3009', retry: 'never' }))
    watch.request()
    expect(await watch.pass(neverAborted())).toBeNull()
    answer(getPoints, unreachableReply)
    watch.request()
    expect(await watch.pass(AbortSignal.abort())).toBeNull()
  })

  it('polls with growing pauses while the server is down, until it is back', async () => {
    const { clock, answer, pollsAtMs, connection, watch, loop } = createWorld()
    await clock.settle()
    answer(getPoints, unreachableReply)
    connection.isOffline = true
    watch.request()
    loop.wake()
    await clock.advance(16_000)
    answer(getPoints, () => {
      connection.isOffline = false
      return balance(1)
    })
    await clock.advance(120_000)
    expect(pollsAtMs()).toEqual([0, 0, 1000, 3000, 7000, 15_000, 30_000])
  })
})
