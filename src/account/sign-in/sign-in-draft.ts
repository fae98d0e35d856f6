import { CODE_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { openLogin } from '../login-dialog-state.ts'
import { type SignInFlow, type SignInStep, startSignIn } from './sign-in-flow.ts'

const CODE_STEPS: ReadonlySet<SignInStep> = new Set(['secondFactor', 'signUpCode', 'signUpDetails', 'resetCode', 'resetPassword'])

interface Draft {
  readonly flow: SignInFlow
  readonly savedAtMs: number
}
let draft: Draft | null = null

/** Stores the progress of a sign-in in memory, without passwords, until the page is closed. */
export function saveSignIn(flow: SignInFlow, savedAtMs: number): void {
  draft = flow.step === 'done' ? null : { flow: { ...flow, password: '', code: '', isBusy: false, problems: {} }, savedAtMs }
}

/**
 * Continues a sign-in at a step with a code or after it, unless it was saved too long ago for a code to be valid. Any other sign-in starts
 * over with the typed address.
 */
export function resumeSignIn(start: 'login' | 'signUpEmail', nowMs: number): SignInFlow {
  if (draft === null) return startSignIn(start, '')
  const { flow, savedAtMs } = draft
  const waitsForCode = CODE_STEPS.has(flow.step) && nowMs - savedAtMs < CODE_LIFETIME_MS
  return waitsForCode ? flow : { ...startSignIn(start, flow.email), sentCode: flow.sentCode }
}

/** Deletes the progress after a login, because another user may sign in next. */
export function forgetSignIn(): void {
  draft = null
}

/** Opens the login at the step for the second factor, after a login outside of the form was accepted. */
export function askSecondFactor(): void {
  saveSignIn({ ...startSignIn('login', ''), step: 'secondFactor' }, Date.now())
  void openLogin()
}
