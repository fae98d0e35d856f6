import { describe, expect, it } from 'vitest'
import type { UserInfo } from '#shared/api/user.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { createMembershipPoll } from '#workers/hub/billing/membership-poll.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { makeAccount, unreachableReply } from './scripted-api.ts'

function createWorld(answer: (tryNumber: number, nowMs: number) => Result<UserInfo>) {
  const clock = createFakeClock()
  const startMs = clock.nowMs()
  const askedAtMs: number[] = []
  const states: string[] = []
  const membership = createMembershipPoll({
    clock,
    refreshNow: async () => answer(askedAtMs.push(clock.nowMs() - startMs), clock.nowMs()),
    onPollState: (state) => states.push(state),
  })
  const loop = startLoop({ clock, pass: (signal) => membership.pass(signal), onBug: (error) => expect.fail(String(error)) })
  const poll = () => {
    membership.start()
    loop.wake()
  }
  return { clock, askedAtMs, states, membership, loop, poll }
}

describe('the membership after a purchase', () => {
  it('is polled ten times, a second apart, and then dropped', async () => {
    const { clock, poll, askedAtMs, states } = createWorld(() => ok(makeAccount()))
    poll()
    await clock.advance(60_000)
    expect(askedAtMs).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000])
    expect(states).toEqual(['polling', 'gave_up'])
  })

  it('is polled until its end is in the future', async () => {
    const { clock, poll, askedAtMs, states } = createWorld((tryNumber, nowMs) =>
      ok(makeAccount({ membershipExpiresAt: tryNumber < 3 ? nowMs : nowMs + 1 })),
    )
    poll()
    await clock.advance(60_000)
    expect([askedAtMs, states]).toEqual([
      [0, 1000, 2000],
      ['polling', 'reached'],
    ])
  })

  it('counts a refusal as an answer', async () => {
    const { clock, poll, askedAtMs, states } = createWorld(() => fail({ code: 'H3009', retry: 'never' }))
    poll()
    await clock.advance(9000)
    expect([askedAtMs.length, states]).toEqual([10, ['polling', 'gave_up']])
  })

  it('is dropped after a minute without a network', async () => {
    const { clock, poll, states } = createWorld(unreachableReply)
    poll()
    await clock.advance(59_999)
    expect(states).toEqual(['polling'])
    await clock.advance(1)
    await clock.settle()
    expect(states).toEqual(['polling', 'gave_up'])
  })

  it('is not polled before a purchase and after a reset', async () => {
    const { clock, poll, askedAtMs, states, membership, loop } = createWorld(() => ok(makeAccount()))
    await clock.advance(60_000)
    poll()
    await clock.settle()
    membership.reset()
    loop.wake()
    await clock.advance(60_000)
    expect([askedAtMs, states]).toEqual([[60_000], ['polling', 'idle']])
  })
})
