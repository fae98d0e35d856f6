import { CODE_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { openLogin } from '../login-dialog-state.ts'
import { type SignInFlow, type SignInStep, startSignIn } from './sign-in-flow.ts'

const WAITING_STEPS: ReadonlySet<SignInStep> = new Set(['secondFactor', 'signUpCode', 'signUpDetails', 'resetCode', 'resetPassword'])

interface Draft {
  readonly flow: SignInFlow
  readonly atMs: number
}
let draft: Draft | null = null

/** Stores the progress in memory for the lifetime of this page, without passwords. */
export function saveSignIn(flow: SignInFlow, atMs: number): void {
  draft = flow.step === 'done' ? null : { flow: { ...flow, password: '', code: '', isBusy: false, problems: {} }, atMs }
}

/** Resumes the step after a sent code; otherwise starts over with the typed address. */
export function resumeSignIn(start: 'login' | 'signUpEmail', nowMs: number): SignInFlow {
  if (draft === null) return startSignIn(start, '')
  const { flow, atMs } = draft
  const isWaiting = WAITING_STEPS.has(flow.step) && nowMs - atMs < CODE_LIFETIME_MS
  return isWaiting ? flow : { ...startSignIn(start, flow.email), sentCode: flow.sentCode }
}

/** Discards the typed values after a login, because another user may be next. */
export function forgetSignIn(): void {
  draft = null
}

/** Opens the login at the step for the second factor, after a first factor outside of the form. */
export function askSecondFactor(): void {
  saveSignIn({ ...startSignIn('login', ''), step: 'secondFactor' }, Date.now())
  void openLogin()
}
