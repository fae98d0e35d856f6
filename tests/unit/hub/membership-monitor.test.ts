import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type UserInfo, VISITOR_INFO, getMe } from '#shared/api/user.ts'
import { fail, ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { createMembershipMonitor } from '#workers/hub/billing/membership-monitor.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { createScriptedApi, hangingReply, makeAccount, unreachableReply } from './scripted-api.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface StoredAccount {
  readonly account: UserInfo
  readonly refreshedAtMs: number
}

function createWorld(membershipLeftMs: number | null = null, refreshedAgoMs: number | null = null) {
  const clock = createFakeClock()
  const scripted = createScriptedApi(clock)
  const account = makeAccount({ membershipExpiresAt: membershipLeftMs === null ? null : clock.nowMs() + membershipLeftMs })
  scripted.answer(getMe, () => ok(account))
  const settings = { isLoggedIn: true, setBackMs: 0 }
  const disk = {
    load: async () => disk.stored,
    stored: refreshedAgoMs === null ? null : ({ account, refreshedAtMs: clock.nowMs() - refreshedAgoMs } as StoredAccount | null),
  }
  const monitorClock = { ...clock, nowMs: () => clock.nowMs() - settings.setBackMs }

  function start() {
    const monitor = createMembershipMonitor({
      api: scripted.api,
      clock: monitorClock,
      random: () => 0,
      isLoggedIn: async () => settings.isLoggedIn,
      loadAccount: () => disk.load(),
      saveAccount: async (savedAccount, refreshedAtMs) => {
        disk.stored = { account: savedAccount, refreshedAtMs }
      },
    })
    const loop = startLoop({ clock, pass: (signal) => monitor.pass(signal), onBug: (error) => expect.fail(String(error)) })
    const request = () => {
      monitor.requestRefresh()
      loop.wake()
    }
    const onVisible = () => {
      monitor.onVisible()
      loop.wake()
    }
    return { monitor, loop, request, onVisible }
  }
  return { ...scripted, clock, account, settings, disk, start, requestsAtMs: () => scripted.callsAtMs(getMe) }
}

const unabortedSignal = neverAborted()

describe('the account', () => {
  it('is requested at the start when it is not known, and stored with its time', async () => {
    const { clock, requestsAtMs, disk, account, start } = createWorld()
    start()
    await clock.settle()
    expect(requestsAtMs()).toEqual([0])
    expect(disk.stored).toEqual({ account, refreshedAtMs: clock.nowMs() })
  })

  it.each([
    ['ended', -1, 5 * MINUTE_MS],
    ['ending in 2 min, where the floor holds', 2 * MINUTE_MS, MINUTE_MS],
    ['ending in 10 min', 10 * MINUTE_MS, MINUTE_MS],
    ['ending in 2 h', 2 * HOUR_MS, 5 * MINUTE_MS],
    ['ending in 20 days', 480 * HOUR_MS, 2 * HOUR_MS],
    ['never bought', null, 6 * HOUR_MS],
  ])('with a membership %s is read again after its interval', async (_name, membershipLeftMs, intervalMs) => {
    const { clock, requestsAtMs, start } = createWorld(membershipLeftMs)
    start()
    await clock.advance(intervalMs - 1)
    expect(requestsAtMs()).toEqual([0])
    await clock.advance(1)
    await clock.settle()
    expect(requestsAtMs()).toEqual([0, intervalMs])
  })

  it('retains its rhythm over a restart', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, 5 * HOUR_MS)
    start()
    await clock.advance(HOUR_MS - 1)
    expect(requestsAtMs()).toEqual([])
    await clock.advance(1)
    await clock.settle()
    expect(requestsAtMs()).toEqual([HOUR_MS])
  })

  it('is not requested for a visitor', async () => {
    const { clock, requestsAtMs, settings, start } = createWorld()
    settings.isLoggedIn = false
    const { request } = start()
    request()
    await clock.advance(24 * HOUR_MS)
    expect(requestsAtMs()).toEqual([])
  })

  it.each(['before', 'together with'])('is not stored when the identity changes %s the answer', async (moment) => {
    const { clock, answer, disk, account, start } = createWorld()
    let sendAnswer = (): void => undefined
    answer(getMe, () => new Promise((resolve) => (sendAnswer = () => resolve(ok(account)))))
    const { monitor } = start()
    await clock.settle()
    if (moment === 'before') monitor.reset()
    sendAnswer()
    monitor.reset()
    await clock.settle()
    expect(disk.stored).toBeNull()
  })

  it('that a check has loaded is not replaced by an older one that is still being loaded', async () => {
    const { clock, answer, account, disk, start, requestsAtMs } = createWorld()
    const newerAccount = makeAccount({ membershipExpiresAt: clock.nowMs() + HOUR_MS })
    answer(getMe, () => ok(newerAccount))
    let isLoading = true
    const olderEntry = { account, refreshedAtMs: clock.nowMs() - 24 * HOUR_MS }
    disk.load = () => clock.sleep(1000, unabortedSignal).then(() => ((isLoading = false), olderEntry))
    const { monitor } = start()
    await clock.settle()
    expect((await monitor.refreshNow(unabortedSignal)).ok).toBe(true)
    await clock.advance(MINUTE_MS - 1)
    expect([isLoading, requestsAtMs()]).toEqual([false, [0]])
  })

  it('of the next identity is requested at once after a reset', async () => {
    const { clock, requestsAtMs, disk, start } = createWorld()
    const { monitor, loop } = start()
    await clock.advance(10_000)
    disk.stored = null
    monitor.reset()
    loop.wake()
    await clock.settle()
    expect(requestsAtMs()).toEqual([0, 10_000])
  })
})

describe('a request', () => {
  it('is answered a second after the last of its kind', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, HOUR_MS)
    const { request } = start()
    await clock.advance(0)
    request()
    await clock.advance(600)
    request()
    await clock.advance(999)
    expect(requestsAtMs()).toEqual([])
    await clock.advance(1)
    await clock.advance(HOUR_MS)
    expect(requestsAtMs()).toEqual([1600])
  })

  it('waits for the end of the floor, also in a new worker', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, 20_000)
    const { request } = start()
    request()
    await clock.advance(39_999)
    expect(requestsAtMs()).toEqual([])
    await clock.advance(1)
    await clock.advance(HOUR_MS)
    expect(requestsAtMs()).toEqual([40_000])
  })

  it('that arrives during an answer is not lost', async () => {
    const { clock, answer, requestsAtMs, account, start } = createWorld()
    let sendAnswer = (): void => undefined
    answer(getMe, () => new Promise((resolve) => (sendAnswer = () => resolve(ok(account)))))
    const { request } = start()
    await clock.advance(10)
    request()
    sendAnswer()
    await clock.advance(MINUTE_MS + 10)
    expect(requestsAtMs()).toEqual([0, MINUTE_MS + 10])
  })
})

describe('a tab that becomes visible', () => {
  it('is followed by a check after 2 s', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, HOUR_MS)
    const { onVisible } = start()
    onVisible()
    await clock.advance(1999)
    expect(requestsAtMs()).toEqual([])
    await clock.advance(1)
    await clock.settle()
    expect(requestsAtMs()).toEqual([2000])
  })

  it('counts once a second', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, MINUTE_MS - 2900)
    const { onVisible } = start()
    onVisible()
    for (const ms of [999, 1]) {
      await clock.advance(ms)
      onVisible()
    }
    await clock.advance(HOUR_MS)
    expect(requestsAtMs()).toEqual([3000])
  })

  it('requests nothing when the account was loaded in the last minute', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, 30_000)
    const { onVisible } = start()
    onVisible()
    await clock.advance(HOUR_MS)
    expect(requestsAtMs()).toEqual([])
  })
})

describe('a refresh that fails', () => {
  it('is retried after 5 s, then with growing pauses up to 5 min', async () => {
    const { clock, answer, requestsAtMs, start } = createWorld()
    answer(getMe, unreachableReply)
    start()
    await clock.advance(20 * MINUTE_MS)
    expect(requestsAtMs().slice(0, 9)).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915].map((s) => s * 1000))
  })

  it('is retried at once when the network is back', async () => {
    const { clock, answer, requestsAtMs, account, start } = createWorld()
    answer(getMe, unreachableReply)
    const { monitor, loop } = start()
    await clock.advance(100_000)
    answer(getMe, () => ok(account))
    monitor.endPauses()
    loop.wake()
    await clock.advance(MINUTE_MS)
    expect(requestsAtMs().at(-1)).toBe(100_000)
  })

  it('with a refusal waits for the next interval', async () => {
    const { clock, answer, requestsAtMs, start } = createWorld()
    answer(getMe, () => fail({ code: 'H3013', retry: 'never' }))
    start()
    await clock.advance(30 * MINUTE_MS)
    expect(requestsAtMs()).toEqual([0, 30 * MINUTE_MS])
  })

  it('with H3009 means that a visitor is here, for an account only', async () => {
    const { answer, disk, settings, start } = createWorld()
    answer(getMe, () => fail({ code: 'H3009', retry: 'never' }))
    const { monitor } = start()
    expect(await monitor.refreshNow(unabortedSignal)).toEqual(ok(VISITOR_INFO))
    expect(disk.stored?.account).toEqual(VISITOR_INFO)
    settings.isLoggedIn = false
    expect(await monitor.refreshNow(unabortedSignal)).toMatchObject({ ok: false, error: { code: 'H3009' } })
  })
})

describe('the check before an action', () => {
  it('always requests, stores the answer and counts as a refresh', async () => {
    const { clock, requestsAtMs, disk, account, start } = createWorld(null, HOUR_MS)
    const { monitor, request } = start()
    await clock.advance(1000)
    expect(await monitor.refreshNow(unabortedSignal)).toEqual(ok(account))
    expect(await monitor.refreshNow(unabortedSignal)).toEqual(ok(account))
    expect(disk.stored?.refreshedAtMs).toBe(clock.nowMs())
    request()
    await clock.advance(MINUTE_MS - 1)
    expect(requestsAtMs()).toEqual([1000, 1000])
    await clock.advance(1)
    await clock.settle()
    expect(requestsAtMs()).toEqual([1000, 1000, 61_000])
  })

  it('is one call for all parallel callers', async () => {
    const { clock, answer, requestsAtMs, account, start } = createWorld(null, HOUR_MS)
    let sendAnswer = (): void => undefined
    answer(getMe, () => new Promise((resolve) => (sendAnswer = () => resolve(ok(account)))))
    const { monitor } = start()
    const answers = Promise.all([monitor.refreshNow(unabortedSignal), monitor.refreshNow(unabortedSignal)])
    await clock.settle()
    sendAnswer()
    expect(await answers).toEqual([ok(account), ok(account)])
    expect(requestsAtMs()).toHaveLength(1)
  })

  it('sends its own request when the shared one is cancelled', async () => {
    const { clock, answer, requestsAtMs, account, start } = createWorld(null, HOUR_MS)
    answer(getMe, hangingReply)
    const { monitor } = start()
    const firstCheck = new AbortController()
    const [cancelledAnswer, continuedAnswer] = [monitor.refreshNow(firstCheck.signal), monitor.refreshNow(unabortedSignal)]
    await clock.settle()
    answer(getMe, () => ok(account))
    firstCheck.abort()
    expect(await cancelledAnswer).toEqual(fail({ code: 'cancelled', retry: 'now' }))
    expect(await continuedAnswer).toEqual(ok(account))
    expect(requestsAtMs()).toHaveLength(2)
  })

  it('returns a failure unchanged', async () => {
    const { answer, start } = createWorld(null, HOUR_MS)
    answer(getMe, unreachableReply)
    const { monitor } = start()
    expect(await monitor.refreshNow(unabortedSignal)).toMatchObject({ ok: false, error: { code: '40001' } })
  })
})

describe('a clock that is set back', () => {
  it('delays nothing for longer than the floor', async () => {
    const { clock, requestsAtMs, settings, start } = createWorld(null, HOUR_MS)
    const { request } = start()
    await clock.advance(1000)
    settings.setBackMs = 24 * HOUR_MS
    request()
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect(requestsAtMs()).toEqual([61_000])
  })

  it('while no worker ran delays nothing either', async () => {
    const { clock, requestsAtMs, start } = createWorld(null, -24 * HOUR_MS)
    start()
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect(requestsAtMs()).toEqual([MINUTE_MS])
  })
})

it('never refreshes automatically twice within a minute, for any tabs, restarts and failures', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constantFrom('request', 'visible', 'restart', 'down', 'up') }),
    fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 40_000 }) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 5, maxLength: 25 }),
      fc.constantFrom(-1, 60_000, 300_000, null),
      async (events, membershipLeftMs) => {
        const { clock, answer, account, start } = createWorld(membershipLeftMs)
        const refreshedAtMs: number[] = []
        const refresh = () => {
          refreshedAtMs.push(clock.nowMs())
          return ok(account)
        }
        answer(getMe, refresh)
        let worker = start()
        for (const step of events) {
          if (step.kind === 'request') worker.request()
          if (step.kind === 'visible') worker.onVisible()
          if (step.kind === 'down') answer(getMe, unreachableReply)
          if (step.kind === 'up') answer(getMe, refresh)
          if (step.kind === 'restart') {
            await worker.loop.stop()
            worker = start()
          }
          if ('ms' in step) await clock.advance(step.ms)
        }
        await worker.loop.stop()
        const gapsMs = refreshedAtMs.slice(1).map((atMs, index) => atMs - (refreshedAtMs[index] ?? 0))
        expect(gapsMs.filter((ms) => ms < MINUTE_MS)).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
})
