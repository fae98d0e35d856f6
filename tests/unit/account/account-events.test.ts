import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { saveNames } from '#src/account/profile/profile.tsx'
import { type SignInPorts, submitStep } from '#src/account/sign-in/use-sign-in.ts'
import { type SignInFlow, startSignIn } from '#src/account/sign-in/sign-in-flow.ts'
import { addTrackSink } from '#src/reporting/track.ts'

const call = vi.fn()
const REFUSAL = fail({ code: 'H4022', retry: 'later' })
const trackedEvents: unknown[] = []
let stopTracking: () => void

const ports: SignInPorts = {
  call,
  nowMs: () => 0,
  enterAs: async () => undefined,
  endRefusedSession: async () => undefined,
  makePasskey: vi.fn(),
  signWithPasskey: vi.fn(),
}
const submit = (change: Partial<SignInFlow>) => {
  const flow = { ...startSignIn('login', 'ann@example.org'), ...change }
  return submitStep(flow, () => undefined, ports)
}

beforeEach(() => {
  call.mockReset()
  stopTracking = addTrackSink((...event) => trackedEvents.push(event))
})

afterEach(() => {
  stopTracking()
  trackedEvents.length = 0
})

test('a code that was sent or failed is reported with its purpose', async () => {
  call
    .mockResolvedValueOnce(ok({ registered: false }))
    .mockResolvedValueOnce(ok({ resendAfterMs: 1 }))
    .mockResolvedValueOnce(REFUSAL)
  await submit({ step: 'signUpEmail' })
  await submit({ step: 'resetEmail' })
  expect(trackedEvents).toEqual([
    ['verification_code_success', { purpose: 'sign_up' }],
    ['verification_code_fail', { purpose: 'reset', fail_reason: 'H4022' }],
  ])
})

test('a new password that was set or failed is reported', async () => {
  const passwordStep = { step: 'resetPassword', proof: 'p', password: 'a long violet sentence' } as const
  call.mockResolvedValueOnce(ok(null)).mockResolvedValueOnce(REFUSAL).mockResolvedValueOnce(REFUSAL)
  await submit(passwordStep)
  await submit(passwordStep)
  expect(trackedEvents).toEqual([
    ['password_reset_success', {}],
    ['password_reset_fail', { fail_reason: 'H4022' }],
  ])
})

test('names that were saved or failed are reported without the names', async () => {
  call.mockResolvedValueOnce(ok({})).mockResolvedValueOnce(REFUSAL)
  await saveNames({ firstName: 'Ann', lastName: 'Onymous' }, { call })
  await saveNames({ firstName: 'Ann', lastName: 'Onymous' }, { call })
  expect(trackedEvents).toEqual([
    ['profile_update_success', {}],
    ['profile_update_fail', { fail_reason: 'H4022' }],
  ])
})
