import { useEffect, useEffectEvent, useReducer } from 'react'
import { completePasskeySignUp, logInByPasskey, startPasskeyLogin, startPasskeySignUp } from '#shared/api/passkeys.ts'
import type { ApiClient } from '#shared/api/client.ts'
import * as auth from '#shared/api/auth.ts'
import type { AppErrorCode, Result } from '#shared/result.ts'
import { CODE_RESEND_MS, normalizeEmail } from '#shared/domain/account-rules.ts'
import { api } from '#src/hub-client/api.ts'
import { track } from '#src/reporting/track.ts'
import { type PasskeyProblem, makePasskey, signWithPasskey } from '../passkeys/device-passkeys.ts'
import { useHasAccount } from '../use-account-id.ts'
import { enterAs } from '../session/session.ts'
import { endRefusedSession } from '../session/refused-sign-in.ts'
import { saveSignIn, resumeSignIn } from './sign-in-draft.ts'
import * as steps from './sign-in-flow.ts'

const PORTS: SignInPorts = {
  call: (call, input, options) => api.call(call, input, options),
  nowMs: Date.now,
  enterAs,
  endRefusedSession,
  makePasskey,
  signWithPasskey,
}

export interface SignIn {
  readonly flow: steps.SignInFlow
  readonly enterText: (field: steps.SignInField, value: string) => void
  readonly goToStep: (step: steps.SignInStep) => void
  readonly submit: () => void
  /** Submits the step with this code. Called when the last digit is typed, without a press on the button. */
  readonly submitCode: (code: string) => void
  readonly resendCode: () => void
  /** Signs in with a passkey of this device: a login or a sign-up, depending on the step. */
  readonly submitPasskey: () => void
  /** Continues with the second factor, after a login outside of this form (with Google) was accepted. */
  readonly askSecondFactor: () => void
}

/** The state of one sign-in form. Calls `onDone` when its sign-in succeeds, or when another tab logs in while it sends no request. */
export function useSignIn(start: 'login' | 'signUpEmail', onDone: () => void): SignIn {
  const [flow, dispatch] = useReducer(steps.reduceSignIn, start, (step) => resumeSignIn(step, Date.now()))
  const hasAccount = useHasAccount()
  const isFinished = flow.step === 'done' || (hasAccount && !flow.isBusy)
  const onFinish = useEffectEvent(onDone)
  useEffect(() => {
    if (isFinished) onFinish()
  }, [isFinished])
  useEffect(() => saveSignIn(flow, Date.now()), [flow])
  const dispatchAndReduce = (event: steps.SignInEvent) => {
    dispatch(event)
    return steps.reduceSignIn(flow, event)
  }
  return {
    flow,
    enterText: (field, value) => dispatch({ type: 'typed', field, value }),
    goToStep: (to) => saveSignIn(dispatchAndReduce({ type: 'went', to }), Date.now()),
    submit: () => void submitStep(flow, dispatch, PORTS),
    submitCode: (value) => void submitStep(dispatchAndReduce({ type: 'typed', field: 'code', value }), dispatch, PORTS),
    resendCode: () => void sendCodeAgain(flow, dispatch, PORTS),
    submitPasskey: () => void (flow.step === 'signUpDetails' ? signUpWithPasskey : logInWithPasskey)(flow, dispatch, PORTS),
    askSecondFactor: () => dispatch({ type: 'secondFactorAsked' }),
  }
}

type SignInWay = 'login' | 'register'

export interface SignInPorts {
  readonly call: ApiClient['call']
  readonly nowMs: () => number
  readonly enterAs: (loggedIn: auth.LoggedIn, way: SignInWay) => Promise<void>
  readonly endRefusedSession: (code: AppErrorCode, way: SignInWay) => Promise<void>
  readonly makePasskey: typeof makePasskey
  readonly signWithPasskey: typeof signWithPasskey
}
type Dispatch = (event: steps.SignInEvent) => void
type Submit = (flow: steps.SignInFlow, dispatch: Dispatch, ports: SignInPorts) => Promise<void>

const SUBMIT_BY_STEP: Record<Exclude<steps.SignInFlow['step'], 'done'>, Submit> = {
  async login({ email, password }, dispatch, ports) {
    await handleLoginAnswer(await ports.call(auth.logInByEmail, { email, password }), 'login', dispatch, ports)
  },

  async secondFactor({ code }, dispatch, ports) {
    await handleLoginAnswer(await ports.call(auth.logInBySecondFactor, { code }), 'login', dispatch, ports)
  },

  async signUpEmail(flow, dispatch, ports) {
    const answer = await ports.call(auth.emailRegistered, { email: flow.email })
    if (!answer.ok) return dispatch({ type: 'refused', error: answer.error, nowMs: ports.nowMs() })
    if (answer.value.registered) return dispatch({ type: 'registered' })
    await sendCode(flow, dispatch, ports, 'signUpCode')
  },

  resetEmail: (flow, dispatch, ports) => sendCode(flow, dispatch, ports, 'resetCode'),
  signUpCode: verifyCode,
  resetCode: verifyCode,

  async signUpDetails({ proof, firstName, lastName, password }, dispatch, ports) {
    const answer = await ports.call(auth.completeSignup, {
      registrationToken: proof,
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      password,
    })
    await handleLoginAnswer(answer, 'register', dispatch, ports)
  },

  async resetPassword({ email, proof, password }, dispatch, ports) {
    const answer = await ports.call(auth.resetPassword, { token: proof, newPassword: password })
    if (!answer.ok) {
      track('password_reset_fail', { fail_reason: answer.error.code })
      return dispatch({ type: 'refused', error: answer.error, nowMs: ports.nowMs() })
    }
    track('password_reset_success', {})
    const loginAnswer = await ports.call(auth.logInByEmail, { email, password })
    if (loginAnswer.ok || loginAnswer.error.code === 'SECOND_FACTOR_NEEDED') await handleLoginAnswer(loginAnswer, 'login', dispatch, ports)
    else dispatch({ type: 'passwordSet' })
  },
}

export async function submitStep(flow: steps.SignInFlow, dispatch: Dispatch, ports: SignInPorts): Promise<void> {
  const { step } = flow
  if (flow.isBusy || step === 'done') return
  const problems = steps.checkStep(flow)
  if (Object.keys(problems).length > 0) return dispatch({ type: 'checked', problems })
  dispatch({ type: 'sent' })
  await SUBMIT_BY_STEP[step]({ ...flow, email: normalizeEmail(flow.email) }, dispatch, ports)
}

/** Sends another code to the same address. Before the pause is over, it sends nothing. */
export async function sendCodeAgain(flow: steps.SignInFlow, dispatch: Dispatch, ports: SignInPorts): Promise<void> {
  if (flow.isBusy) return
  dispatch({ type: 'sent' })
  await sendCode(flow, dispatch, ports, flow.step === 'resetCode' ? 'resetCode' : 'signUpCode')
}

async function sendCode(flow: steps.SignInFlow, dispatch: Dispatch, ports: SignInPorts, step: steps.CodeStep): Promise<void> {
  const { sentCode } = flow
  const email = normalizeEmail(flow.email)
  const isCodeUnderWay = sentCode?.step === step && normalizeEmail(sentCode.email) === email && ports.nowMs() < sentCode.resendAtMs
  if (isCodeUnderWay) return dispatch({ type: 'codeSent', step, resendAtMs: sentCode.resendAtMs })
  const answer = await ports.call(step === 'signUpCode' ? auth.sendVerificationCode : auth.sendResetCode, { email })
  const nowMs = ports.nowMs()
  trackCode(step, answer)
  if (answer.ok) return dispatch({ type: 'codeSent', step, resendAtMs: nowMs + answer.value.resendAfterMs })
  const { code, afterMs } = answer.error
  // With a pause this short, another tab or an earlier dialog has just sent a code, which the user can enter.
  const wasCodeJustSent = code === 'H4022' && afterMs !== undefined && afterMs <= CODE_RESEND_MS
  dispatch(wasCodeJustSent ? { type: 'codeSent', step, resendAtMs: nowMs + afterMs } : { type: 'refused', error: answer.error, nowMs })
}

function trackCode(step: steps.CodeStep, answer: Result<unknown>): void {
  const purpose = step === 'signUpCode' ? 'sign_up' : 'reset'
  if (answer.ok) track('verification_code_success', { purpose })
  else track('verification_code_fail', { purpose, fail_reason: answer.error.code })
}

async function verifyCode(flow: steps.SignInFlow, dispatch: Dispatch, { call, nowMs }: SignInPorts): Promise<void> {
  const type = flow.step === 'resetCode' ? auth.CODE_TYPES.reset : auth.CODE_TYPES.signUp
  const answer = await call(auth.verifyEmailCode, { email: flow.email, code: flow.code, type })
  if (!answer.ok) return dispatch({ type: 'refused', error: answer.error, nowMs: nowMs() })
  const proof = type === auth.CODE_TYPES.reset ? answer.value.token : answer.value.registrationToken
  if (proof === undefined) dispatch({ type: 'refused', error: { code: 'answer_malformed', retry: 'later' }, nowMs: nowMs() })
  else dispatch({ type: 'codeHeld', proof })
}

/**
 * Handles the server's answer to a login or sign-up. After a success, the session exists. If this page can't switch to its account, the
 * form shows `hub_unreachable`.
 */
async function handleLoginAnswer(
  answer: Result<auth.LoggedIn>,
  way: SignInWay,
  dispatch: Dispatch,
  { enterAs, endRefusedSession, nowMs }: SignInPorts,
): Promise<void> {
  if (!answer.ok && answer.error.code === 'SECOND_FACTOR_NEEDED') return dispatch({ type: 'secondFactorAsked' })
  if (!answer.ok) {
    dispatch({ type: 'refused', error: answer.error, nowMs: nowMs() })
    return endRefusedSession(answer.error.code, way)
  }
  try {
    await enterAs(answer.value, way)
    dispatch({ type: 'entered' })
  } catch (error) {
    console.error('The page could not switch to the account.', error)
    dispatch({ type: 'refused', error: { code: 'hub_unreachable', retry: 'never' }, nowMs: nowMs() })
  }
}

/** Logs in with a passkey of this device. The passkey determines the account. */
export async function logInWithPasskey(flow: steps.SignInFlow, dispatch: Dispatch, ports: SignInPorts): Promise<void> {
  if (flow.isBusy) return
  dispatch({ type: 'sent' })
  const request = await ports.call(startPasskeyLogin, {})
  if (!request.ok) return dispatch({ type: 'refused', error: request.error, nowMs: ports.nowMs() })
  const passkey = await ports.signWithPasskey(request.value)
  if (!passkey.ok) return dispatch(toPasskeyEvent(passkey.error, ports.nowMs()))
  await handleLoginAnswer(await ports.call(logInByPasskey, { passkey: passkey.value }), 'login', dispatch, ports)
}

/** Creates the account with a passkey instead of a password. */
export async function signUpWithPasskey(flow: steps.SignInFlow, dispatch: Dispatch, ports: SignInPorts): Promise<void> {
  if (flow.isBusy) return
  const { password: _, ...problems } = steps.checkStep(flow)
  if (Object.keys(problems).length > 0) return dispatch({ type: 'checked', problems })
  dispatch({ type: 'sent' })
  const newcomer = { registrationToken: flow.proof, firstName: flow.firstName.trim(), lastName: flow.lastName.trim() }
  const request = await ports.call(startPasskeySignUp, newcomer)
  if (!request.ok) return dispatch({ type: 'refused', error: request.error, nowMs: ports.nowMs() })
  const passkey = await ports.makePasskey(request.value)
  if (!passkey.ok) return dispatch(toPasskeyEvent(passkey.error, ports.nowMs()))
  await handleLoginAnswer(await ports.call(completePasskeySignUp, { ...newcomer, passkey: passkey.value }), 'register', dispatch, ports)
}

/** The event for a failed passkey. If the user closed the browser's prompt, no message is shown. */
function toPasskeyEvent(problem: PasskeyProblem, nowMs: number): steps.SignInEvent {
  return problem === 'cancelled' ? { type: 'stopped' } : { type: 'refused', error: { code: 'PASSKEY_REFUSED', retry: 'now' }, nowMs }
}
