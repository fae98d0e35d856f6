import { describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/define-call.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS } from '#shared/domain/account-rules.ts'
import { type SignInPorts, sendCodeAgain, submitStep } from '#src/account/sign-in/use-sign-in.ts'
import { saveSignIn, resumeSignIn } from '#src/account/sign-in/sign-in-draft.ts'
import { type SignInEvent, type SignInFlow, reduceSignIn, startSignIn } from '#src/account/sign-in/sign-in-flow.ts'

const PROOF = 'a'.repeat(64)
const PASSWORD = 'a long violet sentence'
const session = { userInfo: { id: '1' }, carried: { creations: 0, points: 0 } }
const error = (code: AppError['code'], details: Partial<AppError> = {}) => fail<AppError>({ code, retry: 'never', ...details })

/** The device's answer to the next request for a passkey. */
let passkeyAnswer: Result<unknown, string> = fail('cancelled')

/** A sign-in form with scripted answers by path, and the bodies that it has sent. */
function openForm(start: SignInFlow, answers: Record<string, Result<unknown> | readonly Result<unknown>[]>) {
  let flow = start
  let nowMs = 1_000_000
  const sentRequests: [path: string, input: unknown][] = []
  const logins: string[] = []
  const refusals: string[] = []
  const remainingAnswers = new Map(Object.entries(answers).map(([path, list]) => [path, Array.isArray(list) ? [...list] : [list]]))
  const dispatch = (event: SignInEvent) => {
    flow = reduceSignIn(flow, event)
  }
  const ports: SignInPorts = {
    call: (async (call: Call, input: unknown) => {
      sentRequests.push([call.path, input])
      const list = remainingAnswers.get(call.path) ?? []
      return (list.length > 1 ? list.shift() : list[0]) ?? error('H5000')
    }) as SignInPorts['call'],
    nowMs: () => nowMs,
    enterAs: async (_, method) => void logins.push(method),
    endRefusedSession: async (code, method) => void refusals.push(`${method} ${code}`),
    makePasskey: async () => passkeyAnswer as Awaited<ReturnType<SignInPorts['makePasskey']>>,
    signWithPasskey: async () => passkeyAnswer as Awaited<ReturnType<SignInPorts['signWithPasskey']>>,
  }
  return {
    sentRequests,
    logins,
    refusals,
    ports,
    flow: () => flow,
    paths: () => sentRequests.map(([path]) => path.replace('/auth/email/', '')),
    dispatch,
    wait: (ms: number) => (nowMs += ms),
    async enter(values: Partial<Record<'email' | 'password' | 'code' | 'firstName' | 'lastName', string>>) {
      for (const [field, value] of Object.entries(values)) dispatch({ type: 'typed', field: field as 'email', value })
      await submitStep(flow, dispatch, ports)
    },
    sendAgain: () => sendCodeAgain(flow, dispatch, ports),
  }
}

const AUTH_PATH = '/auth/email/'
const signUpAnswers = {
  [`${AUTH_PATH}registered`]: ok({ registered: false }),
  [`${AUTH_PATH}send-verification-code`]: ok({ resendAfterMs: CODE_RESEND_MS }),
  [`${AUTH_PATH}verify`]: ok({ registrationToken: PROOF }),
  [`${AUTH_PATH}complete-signup`]: ok(session),
}
const resetAnswers = {
  [`${AUTH_PATH}password/send-reset-code`]: ok({ resendAfterMs: CODE_RESEND_MS }),
  [`${AUTH_PATH}verify`]: ok({ token: PROOF }),
  [`${AUTH_PATH}password/reset`]: ok({}),
  [`${AUTH_PATH}login`]: ok(session),
}

describe('signing up', () => {
  test('leads from the address over the code to the names, and ends logged in', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), signUpAnswers)
    await form.enter({ email: ' Ada@Example.org ' })
    expect(form.flow().step).toBe('signUpCode')
    await form.enter({ code: '123456' })
    expect(form.flow().step).toBe('signUpDetails')
    await form.enter({ firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD })
    expect(form.flow().step).toBe('done')
    expect(form.logins).toEqual(['register'])
    expect(form.sentRequests).toEqual([
      [`${AUTH_PATH}registered`, { email: 'ada@example.org' }],
      [`${AUTH_PATH}send-verification-code`, { email: 'ada@example.org' }],
      [`${AUTH_PATH}verify`, { email: 'ada@example.org', code: '123456', type: 0 }],
      [`${AUTH_PATH}complete-signup`, { registrationToken: PROOF, firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD }],
    ])
  })

  test('an address with an account shows a message and leads to the login with the address filled in', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), { ...signUpAnswers, [`${AUTH_PATH}registered`]: ok({ registered: true }) })
    await form.enter({ email: 'ada@example.org' })
    expect(form.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', notice: 'registered' })
    expect(form.paths()).toEqual(['registered'])
  })

  test('the same is true when another user was faster', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), {
      ...signUpAnswers,
      [`${AUTH_PATH}send-verification-code`]: error('EMAIL_TAKEN'),
    })
    await form.enter({ email: 'ada@example.org' })
    expect(form.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', notice: 'registered' })
  })

  test('an address that the server rejects shows the message of an invalid one', async () => {
    const refusal = error('H3000', { fields: ['email'] })
    const form = openForm(startSignIn('signUpEmail', ''), { ...signUpAnswers, [`${AUTH_PATH}send-verification-code`]: refusal })
    await form.enter({ email: 'ada@example.org.' })
    expect(form.flow()).toMatchObject({ step: 'signUpEmail', problems: { email: { kind: 'rule', rule: 'email_shape' } } })
  })

  test('an expired proof leads back to the code, and the names are still there', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), { ...signUpAnswers, [`${AUTH_PATH}complete-signup`]: error('PROOF_EXPIRED') })
    await form.enter({ email: 'ada@example.org' })
    await form.enter({ code: '123456' })
    await form.enter({ firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD })
    expect(form.flow()).toMatchObject({ step: 'signUpCode', firstName: 'Ada', lastName: 'Lovelace', code: '' })
    expect(form.flow().problems.code).toMatchObject({ code: 'PROOF_EXPIRED' })
  })

  test('visibly wrong input is not sent, and shows its error under each field', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), signUpAnswers)
    await form.enter({ email: 'ada' })
    expect(form.flow().problems.email).toEqual({ kind: 'rule', rule: 'email_shape' })
    await form.enter({ email: 'ada@example.org' })
    await form.enter({ code: '12345' })
    expect(form.flow().problems.code).toEqual({ kind: 'rule', rule: 'code_short' })
    await form.enter({ code: '123456' })
    await form.enter({ firstName: ' ', lastName: 'x'.repeat(61), password: 'password' })
    expect(form.flow().problems).toEqual({
      firstName: { kind: 'rule', rule: 'first_name_missing' },
      lastName: { kind: 'rule', rule: 'name_long' },
      password: { kind: 'rule', rule: 'common' },
    })
    expect(form.paths()).toEqual(['registered', 'send-verification-code', 'verify'])
  })
})

describe('an account with an authenticator app', () => {
  const secondFactorAnswer = { [`${AUTH_PATH}login`]: error('SECOND_FACTOR_NEEDED') }

  test('asks for its code after the password, which is not sent again', async () => {
    const form = openForm(startSignIn('login', ''), { ...secondFactorAnswer, '/auth/second-factor': ok(session) })
    await form.enter({ email: 'ada@example.org', password: PASSWORD })
    expect(form.flow()).toMatchObject({ step: 'secondFactor', password: '', problems: {} })
    expect(form.refusals).toEqual([])
    await form.enter({ code: '123' })
    expect(form.flow().problems.code).toEqual({ kind: 'rule', rule: 'code_short' })
    await form.enter({ code: '123456' })
    expect([form.flow().step, form.logins]).toEqual(['done', ['login']])
    expect(form.sentRequests.at(-1)).toEqual(['/auth/second-factor', { code: '123456' }])
  })

  test('shows a wrong code again, and restarts after the time limit', async () => {
    const answers = [error('SECOND_FACTOR_WRONG', { fields: ['code'] }), error('LOGIN_EXPIRED')]
    const form = openForm(startSignIn('login', ''), { ...secondFactorAnswer, '/auth/second-factor': answers })
    await form.enter({ email: 'ada@example.org', password: PASSWORD })
    await form.enter({ code: '111111' })
    expect(form.flow()).toMatchObject({ step: 'secondFactor', code: '111111', problems: { code: { code: 'SECOND_FACTOR_WRONG' } } })
    await form.enter({ code: '222222' })
    expect(form.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', problems: { form: { code: 'LOGIN_EXPIRED' } } })
  })

  test('asks after a new password by mail, too', async () => {
    const form = openForm(
      { ...startSignIn('login', 'ada@example.org'), step: 'resetPassword', proof: PROOF },
      { ...resetAnswers, ...secondFactorAnswer },
    )
    await form.enter({ password: PASSWORD })
    expect(form.flow()).toMatchObject({ step: 'secondFactor', notice: null })
  })
})

describe('a code', () => {
  test('that is wrong stays in the field, and typing removes the error', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), { ...signUpAnswers, [`${AUTH_PATH}verify`]: error('CODE_WRONG') })
    await form.enter({ email: 'ada@example.org' })
    await form.enter({ code: '111111' })
    expect(form.flow()).toMatchObject({ step: 'signUpCode', code: '111111', isBusy: false, refusals: 1 })
    expect(form.flow().problems.code).toMatchObject({ code: 'CODE_WRONG' })
    form.dispatch({ type: 'typed', field: 'code', value: '1' })
    expect(form.flow().problems).toEqual({})
  })

  test('is sent again only after the pause', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), signUpAnswers)
    await form.enter({ email: 'ada@example.org' })
    form.wait(CODE_RESEND_MS - 1)
    await form.sendAgain()
    expect(form.paths()).toHaveLength(2)
    expect(form.flow().notice).toBeNull()
    form.wait(1)
    await form.sendAgain()
    expect(form.flow().notice).toBe('codeSent')
    expect(form.paths()).toEqual(['registered', 'send-verification-code', 'send-verification-code'])
    expect(form.flow().sentCode?.resendAtMs).toBe(form.ports.nowMs() + CODE_RESEND_MS)
  })

  test('in transit is not requested twice by a step back and forward, but for another address', async () => {
    const form = openForm(startSignIn('signUpEmail', ''), signUpAnswers)
    await form.enter({ email: 'ada@example.org' })
    form.dispatch({ type: 'went', to: 'signUpEmail' })
    await form.enter({})
    expect(form.flow().step).toBe('signUpCode')
    expect(form.paths()).toEqual(['registered', 'send-verification-code', 'registered'])
    form.dispatch({ type: 'went', to: 'signUpEmail' })
    await form.enter({ email: 'ada@example.com' })
    expect(form.paths().slice(3)).toEqual(['registered', 'send-verification-code'])
  })

  test('that another tab has just requested can be entered here', async () => {
    const shortWait = error('H4022', { retry: 'later', afterMs: 20_000 })
    const form = openForm(startSignIn('login', 'ada@example.org'), { ...resetAnswers, [`${AUTH_PATH}password/send-reset-code`]: shortWait })
    form.dispatch({ type: 'went', to: 'resetEmail' })
    await form.enter({})
    expect(form.flow()).toMatchObject({ step: 'resetCode', sentCode: { resendAtMs: form.ports.nowMs() + 20_000 } })
  })

  test('that is refused for long shows when to retry', async () => {
    const longWait = error('H4022', { retry: 'later', afterMs: CODE_RESEND_MS + 1 })
    const form = openForm(startSignIn('login', 'ada@example.org'), { ...resetAnswers, [`${AUTH_PATH}password/send-reset-code`]: longWait })
    form.dispatch({ type: 'went', to: 'resetEmail' })
    await form.enter({})
    expect(form.flow().step).toBe('resetEmail')
    expect(form.flow().problems.form).toMatchObject({ code: 'H4022', retryAtMs: form.ports.nowMs() + CODE_RESEND_MS + 1 })
  })
})

describe('logging in', () => {
  test('a refusal shows under the password, and both fields stay filled', async () => {
    const form = openForm(startSignIn('login', ''), { [`${AUTH_PATH}login`]: error('LOGIN_WRONG') })
    await form.enter({ email: 'ada@example.org', password: 'wrong' })
    expect(form.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', password: 'wrong', isBusy: false })
    expect(form.flow().problems.password).toMatchObject({ code: 'LOGIN_WRONG' })
    expect(form.refusals).toEqual(['login LOGIN_WRONG'])
    expect(form.logins).toEqual([])
  })

  test('an old password that breaks the rules for new ones is still sent', async () => {
    const form = openForm(startSignIn('login', ''), resetAnswers)
    await form.enter({ email: 'ada@example.org', password: 'password' })
    expect(form.flow().step).toBe('done')
  })

  test('a page that cannot switch to the account shows a message', async () => {
    const form = openForm(startSignIn('login', ''), resetAnswers)
    const flow = reduceSignIn(startSignIn('login', 'ada@example.org'), { type: 'typed', field: 'password', value: PASSWORD })
    await submitStep(flow, form.dispatch, { ...form.ports, enterAs: () => Promise.reject(new Error('no hub')) })
    expect(form.flow()).toMatchObject({ isBusy: false, problems: { form: { code: 'hub_unreachable' } } })
  })
})

describe('a new password', () => {
  async function reachPassword(answers: Parameters<typeof openForm>[1]) {
    const form = openForm(startSignIn('login', 'ada@example.org'), answers)
    form.dispatch({ type: 'went', to: 'resetEmail' })
    await form.enter({})
    await form.enter({ code: '123456' })
    await form.enter({ password: PASSWORD })
    return form
  }

  test('is set by a code of its own kind, and logs in at once', async () => {
    const form = await reachPassword(resetAnswers)
    expect(form.sentRequests.slice(1)).toEqual([
      [`${AUTH_PATH}verify`, { email: 'ada@example.org', code: '123456', type: 1 }],
      [`${AUTH_PATH}password/reset`, { token: PROOF, newPassword: PASSWORD }],
      [`${AUTH_PATH}login`, { email: 'ada@example.org', password: PASSWORD }],
    ])
    expect(form.logins).toEqual(['login'])
  })

  test('that is set while the login gets no answer leads to the login, with a message that it is set', async () => {
    const form = await reachPassword({ ...resetAnswers, [`${AUTH_PATH}login`]: error('40001') })
    expect(form.flow()).toMatchObject({ step: 'login', notice: 'passwordSet', email: 'ada@example.org' })
  })
})

describe('a returning user', () => {
  const storedFlow: SignInFlow = { ...startSignIn('signUpEmail', 'ada@example.org'), step: 'signUpDetails', proof: PROOF, firstName: 'Ada' }

  test('continues at the reached step, without the password', () => {
    saveSignIn({ ...storedFlow, password: PASSWORD, isBusy: true }, 0)
    expect(resumeSignIn('login', CODE_LIFETIME_MS - 1)).toEqual(storedFlow)
  })

  test('restarts once the code is too old, with the address', () => {
    saveSignIn(storedFlow, 0)
    expect(resumeSignIn('login', CODE_LIFETIME_MS)).toMatchObject({ step: 'login', email: 'ada@example.org', proof: '' })
  })

  test('at a first step finds the requested screen, with the address', () => {
    saveSignIn(startSignIn('login', 'ada@example.org'), 0)
    expect(resumeSignIn('signUpEmail', 1)).toMatchObject({ step: 'signUpEmail', email: 'ada@example.org' })
  })

  test('leaves nothing after a login', () => {
    saveSignIn({ ...storedFlow, step: 'done' }, 0)
    expect(resumeSignIn('login', 1)).toEqual(startSignIn('login', ''))
  })
})
