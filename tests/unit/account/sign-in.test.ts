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
const error = (code: AppError['code'], more: Partial<AppError> = {}) => fail<AppError>({ code, retry: 'never', ...more })

/** The device's answer to the next request for a passkey. */
let passkeyAnswer: Result<unknown, string> = fail('cancelled')

/** A sign-in form with scripted answers by path, and the bodies that it has sent. */
function sitDown(start: SignInFlow, answers: Record<string, Result<unknown> | readonly Result<unknown>[]>) {
  let flow = start
  let nowMs = 1_000_000
  const sent: [path: string, input: unknown][] = []
  const entered: string[] = []
  const refusals: string[] = []
  const left = new Map(Object.entries(answers).map(([path, list]) => [path, Array.isArray(list) ? [...list] : [list]]))
  const dispatch = (event: SignInEvent) => {
    flow = reduceSignIn(flow, event)
  }
  const ports: SignInPorts = {
    call: (async (call: Call, input: unknown) => {
      sent.push([call.path, input])
      const list = left.get(call.path) ?? []
      return (list.length > 1 ? list.shift() : list[0]) ?? error('H5000')
    }) as SignInPorts['call'],
    nowMs: () => nowMs,
    enterAs: async (_, how) => void entered.push(how),
    endRefusedSession: async (code, how) => void refusals.push(`${how} ${code}`),
    makePasskey: async () => passkeyAnswer as Awaited<ReturnType<SignInPorts['makePasskey']>>,
    signWithPasskey: async () => passkeyAnswer as Awaited<ReturnType<SignInPorts['signWithPasskey']>>,
  }
  return {
    sent,
    entered,
    refusals,
    ports,
    flow: () => flow,
    paths: () => sent.map(([path]) => path.replace('/auth/email/', '')),
    dispatch,
    wait: (ms: number) => (nowMs += ms),
    async enter(values: Partial<Record<'email' | 'password' | 'code' | 'firstName' | 'lastName', string>>) {
      for (const [field, value] of Object.entries(values)) dispatch({ type: 'typed', field: field as 'email', value })
      await submitStep(flow, dispatch, ports)
    },
    again: () => sendCodeAgain(flow, dispatch, ports),
  }
}

const AUTH = '/auth/email/'
const newcomer = {
  [`${AUTH}registered`]: ok({ registered: false }),
  [`${AUTH}send-verification-code`]: ok({ resendAfterMs: CODE_RESEND_MS }),
  [`${AUTH}verify`]: ok({ registrationToken: PROOF }),
  [`${AUTH}complete-signup`]: ok(session),
}
const forgetful = {
  [`${AUTH}password/send-reset-code`]: ok({ resendAfterMs: CODE_RESEND_MS }),
  [`${AUTH}verify`]: ok({ token: PROOF }),
  [`${AUTH}password/reset`]: ok({}),
  [`${AUTH}login`]: ok(session),
}

describe('signing up', () => {
  test('leads from the address over the code to the names, and ends logged in', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), newcomer)
    await person.enter({ email: ' Ada@Example.org ' })
    expect(person.flow().step).toBe('signUpCode')
    await person.enter({ code: '123456' })
    expect(person.flow().step).toBe('signUpDetails')
    await person.enter({ firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD })
    expect(person.flow().step).toBe('done')
    expect(person.entered).toEqual(['register'])
    expect(person.sent).toEqual([
      [`${AUTH}registered`, { email: 'ada@example.org' }],
      [`${AUTH}send-verification-code`, { email: 'ada@example.org' }],
      [`${AUTH}verify`, { email: 'ada@example.org', code: '123456', type: 0 }],
      [`${AUTH}complete-signup`, { registrationToken: PROOF, firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD }],
    ])
  })

  test('an address with an account shows a message and leads to the login with the address filled in', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), { ...newcomer, [`${AUTH}registered`]: ok({ registered: true }) })
    await person.enter({ email: 'ada@example.org' })
    expect(person.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', notice: 'registered' })
    expect(person.paths()).toEqual(['registered'])
  })

  test('the same is true when another user was faster', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), { ...newcomer, [`${AUTH}send-verification-code`]: error('EMAIL_TAKEN') })
    await person.enter({ email: 'ada@example.org' })
    expect(person.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', notice: 'registered' })
  })

  test('an address that the server rejects shows the message of an invalid one', async () => {
    const refused = error('H3000', { fields: ['email'] })
    const person = sitDown(startSignIn('signUpEmail', ''), { ...newcomer, [`${AUTH}send-verification-code`]: refused })
    await person.enter({ email: 'ada@example.org.' })
    expect(person.flow()).toMatchObject({ step: 'signUpEmail', problems: { email: { kind: 'rule', rule: 'email_shape' } } })
  })

  test('an expired proof leads back to the code, and the names are still there', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), { ...newcomer, [`${AUTH}complete-signup`]: error('PROOF_EXPIRED') })
    await person.enter({ email: 'ada@example.org' })
    await person.enter({ code: '123456' })
    await person.enter({ firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD })
    expect(person.flow()).toMatchObject({ step: 'signUpCode', firstName: 'Ada', lastName: 'Lovelace', code: '' })
    expect(person.flow().problems.code).toMatchObject({ code: 'PROOF_EXPIRED' })
  })

  test('visibly wrong input is not sent, and shows its error under each field', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), newcomer)
    await person.enter({ email: 'ada' })
    expect(person.flow().problems.email).toEqual({ kind: 'rule', rule: 'email_shape' })
    await person.enter({ email: 'ada@example.org' })
    await person.enter({ code: '12345' })
    expect(person.flow().problems.code).toEqual({ kind: 'rule', rule: 'code_short' })
    await person.enter({ code: '123456' })
    await person.enter({ firstName: ' ', lastName: 'x'.repeat(61), password: 'password' })
    expect(person.flow().problems).toEqual({
      firstName: { kind: 'rule', rule: 'first_name_missing' },
      lastName: { kind: 'rule', rule: 'name_long' },
      password: { kind: 'rule', rule: 'common' },
    })
    expect(person.paths()).toEqual(['registered', 'send-verification-code', 'verify'])
  })
})

describe('an account with an authenticator app', () => {
  const half = { [`${AUTH}login`]: error('SECOND_FACTOR_NEEDED') }

  test('asks for its code after the password, which is not sent again', async () => {
    const person = sitDown(startSignIn('login', ''), { ...half, '/auth/second-factor': ok(session) })
    await person.enter({ email: 'ada@example.org', password: PASSWORD })
    expect(person.flow()).toMatchObject({ step: 'secondFactor', password: '', problems: {} })
    expect(person.refusals).toEqual([])
    await person.enter({ code: '123' })
    expect(person.flow().problems.code).toEqual({ kind: 'rule', rule: 'code_short' })
    await person.enter({ code: '123456' })
    expect([person.flow().step, person.entered]).toEqual(['done', ['login']])
    expect(person.sent.at(-1)).toEqual(['/auth/second-factor', { code: '123456' }])
  })

  test('shows a wrong code again, and restarts after the time limit', async () => {
    const answers = [error('SECOND_FACTOR_WRONG', { fields: ['code'] }), error('LOGIN_EXPIRED')]
    const person = sitDown(startSignIn('login', ''), { ...half, '/auth/second-factor': answers })
    await person.enter({ email: 'ada@example.org', password: PASSWORD })
    await person.enter({ code: '111111' })
    expect(person.flow()).toMatchObject({ step: 'secondFactor', code: '111111', problems: { code: { code: 'SECOND_FACTOR_WRONG' } } })
    await person.enter({ code: '222222' })
    expect(person.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', problems: { form: { code: 'LOGIN_EXPIRED' } } })
  })

  test('asks after a new password by mail, too', async () => {
    const person = sitDown({ ...startSignIn('login', 'ada@example.org'), step: 'resetPassword', proof: PROOF }, { ...forgetful, ...half })
    await person.enter({ password: PASSWORD })
    expect(person.flow()).toMatchObject({ step: 'secondFactor', notice: null })
  })
})

describe('a code', () => {
  test('that is wrong stays in the field, and typing removes the error', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), { ...newcomer, [`${AUTH}verify`]: error('CODE_WRONG') })
    await person.enter({ email: 'ada@example.org' })
    await person.enter({ code: '111111' })
    expect(person.flow()).toMatchObject({ step: 'signUpCode', code: '111111', isBusy: false, refusals: 1 })
    expect(person.flow().problems.code).toMatchObject({ code: 'CODE_WRONG' })
    person.dispatch({ type: 'typed', field: 'code', value: '1' })
    expect(person.flow().problems).toEqual({})
  })

  test('is sent again only after the pause', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), newcomer)
    await person.enter({ email: 'ada@example.org' })
    person.wait(CODE_RESEND_MS - 1)
    await person.again()
    expect(person.paths()).toHaveLength(2)
    expect(person.flow().notice).toBeNull()
    person.wait(1)
    await person.again()
    expect(person.flow().notice).toBe('codeSent')
    expect(person.paths()).toEqual(['registered', 'send-verification-code', 'send-verification-code'])
    expect(person.flow().sentCode?.resendAtMs).toBe(person.ports.nowMs() + CODE_RESEND_MS)
  })

  test('in transit is not requested twice by a step back and forward, but for another address', async () => {
    const person = sitDown(startSignIn('signUpEmail', ''), newcomer)
    await person.enter({ email: 'ada@example.org' })
    person.dispatch({ type: 'went', to: 'signUpEmail' })
    await person.enter({})
    expect(person.flow().step).toBe('signUpCode')
    expect(person.paths()).toEqual(['registered', 'send-verification-code', 'registered'])
    person.dispatch({ type: 'went', to: 'signUpEmail' })
    await person.enter({ email: 'ada@example.com' })
    expect(person.paths().slice(3)).toEqual(['registered', 'send-verification-code'])
  })

  test('that another tab has just requested can be entered here', async () => {
    const soon = error('H4022', { retry: 'later', afterMs: 20_000 })
    const person = sitDown(startSignIn('login', 'ada@example.org'), { ...forgetful, [`${AUTH}password/send-reset-code`]: soon })
    person.dispatch({ type: 'went', to: 'resetEmail' })
    await person.enter({})
    expect(person.flow()).toMatchObject({ step: 'resetCode', sentCode: { resendAtMs: person.ports.nowMs() + 20_000 } })
  })

  test('that is refused for long shows when to retry', async () => {
    const late = error('H4022', { retry: 'later', afterMs: CODE_RESEND_MS + 1 })
    const person = sitDown(startSignIn('login', 'ada@example.org'), { ...forgetful, [`${AUTH}password/send-reset-code`]: late })
    person.dispatch({ type: 'went', to: 'resetEmail' })
    await person.enter({})
    expect(person.flow().step).toBe('resetEmail')
    expect(person.flow().problems.form).toMatchObject({ code: 'H4022', retryAtMs: person.ports.nowMs() + CODE_RESEND_MS + 1 })
  })
})

describe('logging in', () => {
  test('a refusal shows under the password, and both fields stay filled', async () => {
    const person = sitDown(startSignIn('login', ''), { [`${AUTH}login`]: error('LOGIN_WRONG') })
    await person.enter({ email: 'ada@example.org', password: 'wrong' })
    expect(person.flow()).toMatchObject({ step: 'login', email: 'ada@example.org', password: 'wrong', isBusy: false })
    expect(person.flow().problems.password).toMatchObject({ code: 'LOGIN_WRONG' })
    expect(person.refusals).toEqual(['login LOGIN_WRONG'])
    expect(person.entered).toEqual([])
  })

  test('an old password that breaks the rules for new ones is still sent', async () => {
    const person = sitDown(startSignIn('login', ''), forgetful)
    await person.enter({ email: 'ada@example.org', password: 'password' })
    expect(person.flow().step).toBe('done')
  })

  test('a page that cannot switch to the account shows a message', async () => {
    const person = sitDown(startSignIn('login', ''), forgetful)
    const flow = reduceSignIn(startSignIn('login', 'ada@example.org'), { type: 'typed', field: 'password', value: PASSWORD })
    await submitStep(flow, person.dispatch, { ...person.ports, enterAs: () => Promise.reject(new Error('no hub')) })
    expect(person.flow()).toMatchObject({ isBusy: false, problems: { form: { code: 'hub_unreachable' } } })
  })
})

describe('a new password', () => {
  async function reachPassword(answers: Parameters<typeof sitDown>[1]) {
    const person = sitDown(startSignIn('login', 'ada@example.org'), answers)
    person.dispatch({ type: 'went', to: 'resetEmail' })
    await person.enter({})
    await person.enter({ code: '123456' })
    await person.enter({ password: PASSWORD })
    return person
  }

  test('is set by a code of its own kind, and logs in at once', async () => {
    const person = await reachPassword(forgetful)
    expect(person.sent.slice(1)).toEqual([
      [`${AUTH}verify`, { email: 'ada@example.org', code: '123456', type: 1 }],
      [`${AUTH}password/reset`, { token: PROOF, newPassword: PASSWORD }],
      [`${AUTH}login`, { email: 'ada@example.org', password: PASSWORD }],
    ])
    expect(person.entered).toEqual(['login'])
  })

  test('that is set while the login gets no answer leads to the login, with a message that it is set', async () => {
    const person = await reachPassword({ ...forgetful, [`${AUTH}login`]: error('40001') })
    expect(person.flow()).toMatchObject({ step: 'login', notice: 'passwordSet', email: 'ada@example.org' })
  })
})

describe('a returning user', () => {
  const waiting: SignInFlow = { ...startSignIn('signUpEmail', 'ada@example.org'), step: 'signUpDetails', proof: PROOF, firstName: 'Ada' }

  test('continues at the reached step, without the password', () => {
    saveSignIn({ ...waiting, password: PASSWORD, isBusy: true }, 0)
    expect(resumeSignIn('login', CODE_LIFETIME_MS - 1)).toEqual(waiting)
  })

  test('restarts once the code is too old, with the address', () => {
    saveSignIn(waiting, 0)
    expect(resumeSignIn('login', CODE_LIFETIME_MS)).toMatchObject({ step: 'login', email: 'ada@example.org', proof: '' })
  })

  test('at a first step finds the requested screen, with the address', () => {
    saveSignIn(startSignIn('login', 'ada@example.org'), 0)
    expect(resumeSignIn('signUpEmail', 1)).toMatchObject({ step: 'signUpEmail', email: 'ada@example.org' })
  })

  test('leaves nothing after a login', () => {
    saveSignIn({ ...waiting, step: 'done' }, 0)
    expect(resumeSignIn('login', 1)).toEqual(startSignIn('login', ''))
  })
})
