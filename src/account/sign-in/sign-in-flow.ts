import type { AppError, AppErrorCode } from '#shared/result.ts'
import {
  type Problems,
  checkEmail,
  checkEmailCode,
  checkEnteredPassword,
  checkName,
  checkNewPassword,
  checkSecondFactor,
  gatherProblems,
  toProblem,
} from '../form-checks.ts'

/**
 *   login ─────────────────────────────────────────────────────────────► done
 *     ▲ ▲── the address has an account ── signUpEmail ─► signUpCode ─► signUpDetails ─► done
 *     │                                                     ▲── proof expired ──┘
 *     └── password set, login failed ── resetPassword ◄── resetCode ◄── resetEmail
 *     └── the account requires a code ──► secondFactor ─► done   (also after Google)
 * A rejection leaves the typed values. Each change of the step clears the password, the code and the last proof, not the address.
 */
export type SignInStep =
  | 'login'
  | 'secondFactor'
  | 'signUpEmail'
  | 'signUpCode'
  | 'signUpDetails'
  | 'resetEmail'
  | 'resetCode'
  | 'resetPassword'
  | 'done'
export type SignInField = 'email' | 'password' | 'code' | 'firstName' | 'lastName'
export type CodeStep = 'signUpCode' | 'resetCode'

/** The last code that was sent. Another one can be sent from `resendAtMs` on. */
interface SentCode {
  readonly step: CodeStep
  readonly email: string
  readonly resendAtMs: number
}

export interface SignInFlow extends Readonly<Record<SignInField, string>> {
  readonly step: SignInStep
  /** The proof that the server has returned for a correct code; '' without one. */
  readonly proof: string
  readonly isBusy: boolean
  readonly problems: Problems<SignInField>
  /** The number of rejections so far. An increase focuses the first wrong field. */
  readonly refusals: number
  readonly notice: 'registered' | 'passwordSet' | 'codeSent' | null
  readonly sentCode: SentCode | null
}

export type SignInEvent =
  | { readonly type: 'typed'; readonly field: SignInField; readonly value: string }
  | { readonly type: 'went'; readonly to: SignInStep }
  | { readonly type: 'checked'; readonly problems: Problems<SignInField> }
  | { readonly type: 'sent' }
  | { readonly type: 'stopped' }
  | { readonly type: 'refused'; readonly error: AppError; readonly nowMs: number }
  | { readonly type: 'registered' }
  | { readonly type: 'codeSent'; readonly step: CodeStep; readonly resendAtMs: number }
  | { readonly type: 'codeHeld'; readonly proof: string }
  | { readonly type: 'secondFactorAsked' }
  | { readonly type: 'passwordSet' }
  | { readonly type: 'entered' }

const FIELDS: Record<SignInStep, readonly SignInField[]> = {
  login: ['email', 'password'],
  secondFactor: ['code'],
  signUpEmail: ['email'],
  signUpCode: ['code'],
  signUpDetails: ['firstName', 'lastName', 'password'],
  resetEmail: ['email'],
  resetCode: ['code'],
  resetPassword: ['password'],
  done: [],
}
const FIELD_OF_CODE: { readonly [Code in AppErrorCode]?: SignInField } = {
  LOGIN_WRONG: 'password',
  CODE_WRONG: 'code',
  CODE_EXPIRED: 'code',
  CODE_USED: 'code',
  CODE_TRIES_USED: 'code',
  PROOF_EXPIRED: 'code',
  SECOND_FACTOR_WRONG: 'code',
}
const FIELD_NAMES: Readonly<Record<string, SignInField>> = {
  email: 'email',
  password: 'password',
  newPassword: 'password',
  code: 'code',
  firstName: 'firstName',
  lastName: 'lastName',
}

export function startSignIn(step: 'login' | 'signUpEmail', email: string): SignInFlow {
  return {
    step,
    email,
    password: '',
    code: '',
    firstName: '',
    lastName: '',
    proof: '',
    isBusy: false,
    problems: {},
    refusals: 0,
    notice: null,
    sentCode: null,
  }
}

export function reduceSignIn(flow: SignInFlow, event: SignInEvent): SignInFlow {
  switch (event.type) {
    case 'typed':
      return { ...flow, [event.field]: event.value, problems: { ...withoutProblemOf(flow.problems, event.field) } }
    case 'went':
      return enterStep(flow, event.to)
    case 'checked':
      return { ...flow, problems: event.problems, refusals: flow.refusals + 1 }
    case 'sent':
      return { ...flow, isBusy: true, problems: {} }
    case 'stopped':
      return { ...flow, isBusy: false }
    case 'refused':
      return applyRefusal(flow, event.error, event.nowMs)
    case 'registered':
      return { ...enterStep(flow, 'login'), notice: 'registered' }
    case 'codeSent': {
      const { step, resendAtMs } = event
      const isAnotherCode = flow.step === step && flow.sentCode?.resendAtMs !== resendAtMs
      return { ...enterStep(flow, step), notice: isAnotherCode ? 'codeSent' : null, sentCode: { step, email: flow.email, resendAtMs } }
    }
    case 'codeHeld':
      return { ...enterStep(flow, flow.step === 'resetCode' ? 'resetPassword' : 'signUpDetails'), proof: event.proof }
    case 'secondFactorAsked':
      return enterStep(flow, 'secondFactor')
    case 'passwordSet':
      return { ...enterStep(flow, 'login'), notice: 'passwordSet' }
    case 'entered':
      return enterStep(flow, 'done')
  }
}

export function checkStep(flow: SignInFlow): Problems<SignInField> {
  const isNewPassword = flow.step !== 'login'
  const rules = {
    email: checkEmail(flow.email),
    password: isNewPassword ? checkNewPassword(flow.password) : checkEnteredPassword(flow.password),
    code: flow.step === 'secondFactor' ? null : checkEmailCode(flow.code),
    firstName: checkName(flow.firstName, 'first_name_missing'),
    lastName: checkName(flow.lastName, 'last_name_missing'),
  }
  const wrongCode = flow.step === 'secondFactor' ? checkSecondFactor(flow.code) : null
  if (wrongCode !== null) return { code: wrongCode }
  return gatherProblems<SignInField>(Object.fromEntries(FIELDS[flow.step].map((field) => [field, rules[field]])))
}

function enterStep(flow: SignInFlow, step: SignInStep): SignInFlow {
  return { ...flow, step, password: '', code: '', proof: '', isBusy: false, problems: {}, notice: null }
}

function applyRefusal(flow: SignInFlow, error: AppError, nowMs: number): SignInFlow {
  if (error.code === 'EMAIL_TAKEN') return { ...enterStep(flow, 'login'), notice: 'registered' }
  if (error.code === 'LOGIN_EXPIRED')
    return { ...enterStep(flow, 'login'), problems: { form: toProblem(error, nowMs) }, refusals: flow.refusals + 1 }
  const hasProofExpired = error.code === 'PROOF_EXPIRED'
  const nextFlow = hasProofExpired
    ? enterStep(flow, flow.step === 'resetPassword' ? 'resetCode' : 'signUpCode')
    : { ...flow, isBusy: false }
  const namedField = FIELD_OF_CODE[error.code] ?? error.fields?.map((field) => FIELD_NAMES[field]).find((field) => field !== undefined)
  const field = namedField !== undefined && FIELDS[nextFlow.step].includes(namedField) ? namedField : 'form'
  return { ...nextFlow, problems: { [field]: toProblem(error, nowMs) }, refusals: flow.refusals + 1 }
}

/** Removes the problem of a field that the user has changed, and the problem of the whole form. */
function withoutProblemOf(problems: Problems<SignInField>, changedField: SignInField): Problems<SignInField> {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => field !== changedField && field !== 'form'))
}
