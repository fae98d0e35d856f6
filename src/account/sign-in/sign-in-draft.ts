import type { SignInFlow, SignInStep } from './sign-in-flow.ts'
import { CODE_KEPT_MS } from '#shared/domain/account-rules.ts'
import { startSignIn } from './sign-in-flow.ts'

const WAITING_STEPS: ReadonlySet<SignInStep> = new Set(['signUpCode', 'signUpDetails', 'resetCode', 'resetPassword'])

interface Draft {
  readonly flow: SignInFlow
  readonly atMs: number
}
let draft: Draft | null = null

/** Remembers how far somebody came, as long as this page lives; never a password. */
export function keepSignIn(flow: SignInFlow, atMs: number): void {
  draft = flow.step === 'done' ? null : { flow: { ...flow, password: '', code: '', isBusy: false, problems: {} }, atMs }
}

/** Somebody who has gone to look for the code goes on where they were; else it begins anew, with the address that was typed. */
export function resumeSignIn(start: 'login' | 'signUpEmail', nowMs: number): SignInFlow {
  if (draft === null) return startSignIn(start, '')
  const { flow, atMs } = draft
  const isWaiting = WAITING_STEPS.has(flow.step) && nowMs - atMs < CODE_KEPT_MS
  return isWaiting ? flow : { ...startSignIn(start, flow.email), sentCode: flow.sentCode }
}

/** Somebody has been in meanwhile: what was typed before is nobody else's matter. */
export function forgetSignIn(): void {
  draft = null
}
