import { completePasskeySignUp, logInByPasskey, startPasskeyLogin, startPasskeySignUp } from '#shared/api/passkeys.ts'
import type { PasskeyProblem } from '../passkeys/device-passkeys.ts'
import { type SignInEvent, type SignInFlow, checkStep } from './sign-in-flow.ts'
import { type SignInPorts, enter } from './use-sign-in.ts'

type Tell = (event: SignInEvent) => void

/** Logs in with a passkey of this device, whoever it belongs to. */
export async function logInWithPasskey(flow: SignInFlow, tell: Tell, ports: SignInPorts): Promise<void> {
  if (flow.isBusy) return
  tell({ type: 'sent' })
  const asked = await ports.call(startPasskeyLogin, {})
  if (!asked.ok) return tell({ type: 'refused', error: asked.error, nowMs: ports.nowMs() })
  const passkey = await ports.signWithPasskey(asked.value)
  if (!passkey.ok) return tell(toEvent(passkey.error, ports.nowMs()))
  await enter(await ports.call(logInByPasskey, { passkey: passkey.value }), 'login', tell, ports)
}

/** Creates the account with a passkey in the place of the password. */
export async function signUpWithPasskey(flow: SignInFlow, tell: Tell, ports: SignInPorts): Promise<void> {
  if (flow.isBusy) return
  const { password: _, ...problems } = checkStep(flow)
  if (Object.keys(problems).length > 0) return tell({ type: 'checked', problems })
  tell({ type: 'sent' })
  const newcomer = { registrationToken: flow.proof, firstName: flow.firstName, lastName: flow.lastName }
  const asked = await ports.call(startPasskeySignUp, newcomer)
  if (!asked.ok) return tell({ type: 'refused', error: asked.error, nowMs: ports.nowMs() })
  const passkey = await ports.makePasskey(asked.value)
  if (!passkey.ok) return tell(toEvent(passkey.error, ports.nowMs()))
  await enter(await ports.call(completePasskeySignUp, { ...newcomer, passkey: passkey.value }), 'register', tell, ports)
}

/** Who closes the browser's question has changed their mind, and needs no message. */
function toEvent(problem: PasskeyProblem, nowMs: number): SignInEvent {
  return problem === 'cancelled' ? { type: 'stopped' } : { type: 'refused', error: { code: 'PASSKEY_REFUSED', retry: 'now' }, nowMs }
}
