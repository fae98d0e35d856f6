import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followMembership } from '#src/billing/membership.ts'
import { membership } from '#src/billing/membership-state.ts'
import { hubState } from '#src/store/state.ts'
import { makeAccount } from '../hub/scripted-api.ts'

const NOW_MS = 1_800_000_000_000
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  hubState.account = null
  stop = followMembership()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const publishAccount = async (changes: Parameters<typeof makeAccount>[0]) => {
  hubState.account = makeAccount(changes)
  await vi.advanceTimersByTimeAsync(0)
}

test('a membership ends to the moment, also when no account is loaded then', async () => {
  await publishAccount({ membershipStatus: 'CANCELLED', membershipExpiresAt: NOW_MS + 1000 })
  expect(membership.isActive).toBe(true)
  await vi.advanceTimersByTimeAsync(999)
  expect(membership.isActive).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(membership.isActive).toBe(false)
})

test('nobody is a member without a login, and one far from its end stays one', async () => {
  await publishAccount({ membershipStatus: 'ACTIVE', isLoggedIn: false })
  expect(membership.isActive).toBe(false)
  await publishAccount({ membershipStatus: 'ACTIVE', membershipExpiresAt: NOW_MS + 10 ** 12 })
  await vi.advanceTimersByTimeAsync(2 ** 31)
  expect(membership.isActive).toBe(true)
})
