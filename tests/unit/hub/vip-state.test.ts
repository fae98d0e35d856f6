import { describe, expect, it } from 'vitest'
import { getPayInfo } from '#shared/api/pay-user.ts'
import { ok } from '#shared/result.ts'
import { createVipState } from '#workers/hub/billing/vip-state.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { createScriptedApi, hangingReply, unreachableReply } from './scripted-api.ts'

const PAY_INFO = ok({ isVip: true, membershipExpiresAt: null, points: 0 })

function createWorld() {
  const clock = createFakeClock()
  const startMs = clock.nowMs()
  const scripted = createScriptedApi(clock)
  scripted.answer(getPayInfo, () => PAY_INFO)
  const reloadsAtMs: number[] = []
  const vip = createVipState({
    api: scripted.api,
    clock,
    random: () => 0,
    onHistoryReload: () => void reloadsAtMs.push(clock.nowMs() - startMs),
  })
  const loop = startLoop({ clock, pass: (signal) => vip.pass(signal), onBug: (error) => expect.fail(String(error)) })
  const reportPaid = (skuType: number) => {
    vip.onPaid(skuType)
    loop.wake()
  }
  return { ...scripted, clock, vip, loop, reportPaid, reloadsAtMs, pollsAtMs: () => scripted.callsAtMs(getPayInfo) }
}

describe('a paid membership', () => {
  it.each([2, 3])('of SKU type %i loads the history again, once, 3 s after the pay service has answered', async (skuType) => {
    const { clock, pollsAtMs, reportPaid, reloadsAtMs } = createWorld()
    reportPaid(skuType)
    await clock.advance(2999)
    expect([pollsAtMs(), reloadsAtMs]).toEqual([[0], []])
    await clock.advance(60_000)
    expect([pollsAtMs(), reloadsAtMs]).toEqual([[0], [3000]])
  })

  it('is not a pack of credits', async () => {
    const { clock, pollsAtMs, reportPaid, reloadsAtMs } = createWorld()
    reportPaid(6)
    await clock.advance(60_000)
    expect([pollsAtMs(), reloadsAtMs]).toEqual([[], []])
  })

  it('that follows another one restarts: one load, after the latest answer', async () => {
    const { clock, pollsAtMs, reportPaid, reloadsAtMs } = createWorld()
    reportPaid(2)
    await clock.advance(2000)
    reportPaid(2)
    await clock.advance(60_000)
    expect([pollsAtMs(), reloadsAtMs]).toEqual([[0, 2000], [5000]])
  })

  it('is polled with growing pauses, ten times, then no more, and the history stays', async () => {
    const { clock, answer, pollsAtMs, reportPaid, reloadsAtMs } = createWorld()
    answer(getPayInfo, unreachableReply)
    reportPaid(2)
    await clock.advance(3_600_000)
    expect(pollsAtMs()).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121, 151].map((s) => s * 1000))
    expect(reloadsAtMs).toEqual([])
  })

  it('counts its 3 s from the final answer', async () => {
    const { clock, answer, reportPaid, reloadsAtMs } = createWorld()
    answer(getPayInfo, unreachableReply)
    reportPaid(2)
    await clock.advance(2000)
    answer(getPayInfo, () => PAY_INFO)
    await clock.advance(60_000)
    expect(reloadsAtMs).toEqual([6000])
  })

  it('is dropped by a reset, also during an answer', async () => {
    const { clock, answer, reportPaid, vip, reloadsAtMs } = createWorld()
    let sendAnswer = (): void => undefined
    answer(getPayInfo, () => new Promise((resolve) => (sendAnswer = () => resolve(PAY_INFO))))
    reportPaid(2)
    await clock.settle()
    vip.reset()
    sendAnswer()
    await clock.advance(60_000)
    expect(reloadsAtMs).toEqual([])
  })

  it('lets the loop stop while a call hangs', async () => {
    const { clock, answer, reportPaid, loop, reloadsAtMs } = createWorld()
    answer(getPayInfo, hangingReply)
    reportPaid(2)
    await clock.settle()
    await loop.stop()
    expect(reloadsAtMs).toEqual([])
  })
})
