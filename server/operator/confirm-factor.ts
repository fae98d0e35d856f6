import type { Database } from '#server/database/database.ts'
import { confirmFactor, factorCode, listFactors } from '#server/account/account-factors.ts'
import { findAccount, lockAccount } from '#server/account/find-account.ts'
import { includesRecipient } from '#server/addresses/email-address.ts'
import type { Context } from '#server/verbs/verb.ts'
import { isTrustedFactor } from '#shared/domain/operator-rules.ts'
import { recordAct } from './operator-verb.ts'

/** The operator's name in the log, for actions of a command on the server. */
export const SHELL_OPERATOR = 'server shell'

export interface ConfirmationRequest {
  /** The address of the operator's account. */
  readonly email: string
  /** The code of the factor, from the security settings of the account. */
  readonly code: string
}

/** The result of a confirmation, as a sentence for the user of the shell. */
export interface ConfirmationResult {
  readonly isTrusted: boolean
  readonly sentence: string
}

type Deps = Pick<Context, 'secret' | 'nowMs'> & { readonly db: Database; readonly operatorAccounts: readonly string[] }

/**
 * Lets one second factor of an operator open the console at once instead of a day after its setup, and logs that.
 * Rule: docs/operator.md, "Who".
 */
export async function confirmOperatorFactor(deps: Deps, { email, code }: ConfirmationRequest): Promise<ConfirmationResult> {
  const { db, operatorAccounts, nowMs } = deps
  if (!includesRecipient(operatorAccounts, email)) return refusedResult(`${email} is not in OPERATOR_ACCOUNTS of this server.`)
  return db.transaction(async (tx) => {
    const operatorAccount = await findAccount(tx, email)
    if (operatorAccount === undefined || !includesRecipient(operatorAccounts, operatorAccount.email))
      return refusedResult(`There is no account with the address ${email}.`)
    await lockAccount(tx, operatorAccount.id)
    const factors = await listFactors(tx, operatorAccount.id)
    const factor = factors.find((candidate) => factorCode(deps, operatorAccount.id, candidate) === code)
    if (factor === undefined)
      return refusedResult(`${email} has no second factor with the code ${code}. Find the code in the security settings of the account.`)
    const name = factor.name === '' ? 'authenticator app' : `passkey “${factor.name}”`
    if (isTrustedFactor(factor, nowMs())) return trustedResult(`The ${name} of ${email} can already open the operator console.`)
    await confirmFactor(tx, operatorAccount.id, factor.id, nowMs())
    const act = { act: 'confirm_factor', subject: 'account', subjectId: operatorAccount.id } as const
    await recordAct(tx, deps, { accountId: SHELL_OPERATOR }, { ...act, detail: { factor: factor.name === '' ? 'app' : 'passkey' } })
    return trustedResult(`Confirmed: the ${name} of ${email} can now open the operator console.`)
  })
}

const trustedResult = (sentence: string): ConfirmationResult => ({ isTrusted: true, sentence })
const refusedResult = (sentence: string): ConfirmationResult => ({ isTrusted: false, sentence })
