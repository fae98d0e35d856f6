import { expect, test, vi } from 'vitest'
import type { LoggedIn } from '#shared/api/auth.ts'
import { type AppError, fail, ok } from '#shared/result.ts'
import { GOOGLE_FAILURES, createGoogleLogin } from '#src/account/google/google-login.ts'
import { enforceContract } from '../../fixtures/enforce-contract.ts'
import { makeAccount } from '../hub/scripted-api.ts'

const CREDENTIAL = `head.${Buffer.from('{"sub":"1"}').toString('base64url')}.sign`
const loggedIn: LoggedIn = { userInfo: makeAccount(), carried: { creations: 2, points: 100 } }

function createWorld(answer: unknown) {
  const call = vi.fn().mockResolvedValue(answer)
  const onLoggedIn = vi.fn().mockResolvedValue(undefined)
  const onRefused = vi.fn().mockResolvedValue(undefined)
  const api = enforceContract({ call })
  return {
    call,
    onLoggedIn,
    onRefused,
    login: createGoogleLogin({ api, onLoggedIn, onRefused, failedText: () => 'Google login failed' }),
  }
}

test('a credential of One Tap is sent with its flag, and the account is logged in', async () => {
  const { login, call, onLoggedIn, onRefused } = createWorld(ok(loggedIn))
  expect(await login.byCredential(CREDENTIAL, 'one_tap')).toMatchObject({ ok: true })
  const body = { provider: 'google', token: CREDENTIAL, additionalParams: { type: 'jwt', oneTap: true } }
  expect(call).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: '/auth/third-party/login' }), body, {})
  expect(onLoggedIn).toHaveBeenCalledExactlyOnceWith(loggedIn, 'one_tap')
  expect(onRefused).not.toHaveBeenCalled()
})

test("a credential of Google's button is not flagged, a code carries no type", async () => {
  const { login, call, onLoggedIn } = createWorld(ok(loggedIn))
  await login.byCredential(CREDENTIAL, 'google')
  await login.byCode('code-1')
  expect(call.mock.calls.map(([, body]) => body as unknown)).toEqual([
    { provider: 'google', token: CREDENTIAL, additionalParams: { type: 'jwt' } },
    { provider: 'google', token: 'code-1' },
  ])
  expect(onLoggedIn.mock.calls.map(([, method]) => method as unknown)).toEqual(['google', 'google'])
})

test('a credential without its shape is not sent', async () => {
  const { login, call, onRefused } = createWorld(ok(loggedIn))
  expect(await login.byCredential('nonsense', 'one_tap')).toEqual(fail(GOOGLE_FAILURES.tokenShape))
  expect(call).not.toHaveBeenCalled()
  expect(onRefused).not.toHaveBeenCalled()
})

test.each<[string, AppError, { code?: string; text: string }]>([
  ['its sentence', { code: 'GOOGLE_REFUSED', retry: 'never', message: 'refused' }, { code: 'GOOGLE_REFUSED', text: 'refused' }],
  ['that too many have tried', { code: 'H4022', retry: 'later' }, { code: 'H4022', text: 'Google login failed' }],
  ['the words of a code nobody knows', { code: 'H5001', retry: 'never', message: 'Closed today' }, { text: 'Closed today' }],
  ['auth.googleLoginFailed for a code without words', { code: 'H5001', retry: 'never' }, { text: 'Google login failed' }],
  ['auth.googleLoginFailed for nonsense', { code: 'answer_malformed', retry: 'later', detail: '<' }, { text: 'Google login failed' }],
])('a refusal is reported to the caller, and gives %s', async (_name, error, expected) => {
  const { login, onLoggedIn, onRefused } = createWorld(fail(error))
  expect(await login.byCredential(CREDENTIAL, 'one_tap')).toMatchObject({ ok: false, error: expected })
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(error.code, 'one_tap')
  expect(onLoggedIn).not.toHaveBeenCalled()
})

test('an account that failed to log in is reported as not processed', async () => {
  const report = vi.spyOn(console, 'error').mockReturnValue()
  const { login, onLoggedIn } = createWorld(ok(loggedIn))
  onLoggedIn.mockRejectedValue(new Error('the disk is full'))
  expect(await login.byCode('code-1')).toEqual(fail(GOOGLE_FAILURES.notProcessed))
  expect(report).toHaveBeenCalled()
  report.mockRestore()
})
