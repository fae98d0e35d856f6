import { useEffect, useEffectEvent, useReducer } from 'react'
import { api } from '#src/platform/api.ts'
import { useHasAccount } from '../use-account-id.ts'
import { enterAs } from '../session/session.ts'
import { noteRefusal } from '../session/note-refusal.ts'
import { type SignInPorts, sendCodeAgain, submitStep } from './sign-in-actions.ts'
import { keepSignIn, resumeSignIn } from './sign-in-draft.ts'
import { type SignInEvent, type SignInField, type SignInFlow, type SignInStep, signInFlow } from './sign-in-flow.ts'

const PORTS: SignInPorts = { call: (call, input, options) => api.call(call, input, options), nowMs: Date.now, enterAs, noteRefusal }

export interface SignIn {
  readonly flow: SignInFlow
  readonly type: (field: SignInField, value: string) => void
  readonly go: (step: SignInStep) => void
  readonly submit: () => void
  /** The last digit submits without a button. */
  readonly submitCode: (code: string) => void
  readonly sendAgain: () => void
}

/** State of one sign-in form. It also ends when another tab logs in, but not while its own request runs. */
export function useSignIn(start: 'login' | 'signUpEmail', onDone: () => void): SignIn {
  const [flow, tell] = useReducer(signInFlow, start, (step) => resumeSignIn(step, Date.now()))
  const hasAccount = useHasAccount()
  const isOver = flow.step === 'done' || (hasAccount && !flow.isBusy)
  const end = useEffectEvent(onDone)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  useEffect(() => keepSignIn(flow, Date.now()), [flow])
  const told = (event: SignInEvent) => {
    tell(event)
    return signInFlow(flow, event)
  }
  return {
    flow,
    type: (field, value) => tell({ type: 'typed', field, value }),
    go: (to) => keepSignIn(told({ type: 'went', to }), Date.now()),
    submit: () => void submitStep(flow, tell, PORTS),
    submitCode: (value) => void submitStep(told({ type: 'typed', field: 'code', value }), tell, PORTS),
    sendAgain: () => void sendCodeAgain(flow, tell, PORTS),
  }
}
