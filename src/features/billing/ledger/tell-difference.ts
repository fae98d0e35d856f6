import type { LedgerEntry } from '#shared/api/user.ts'
import type { LedgerCheck } from './check-ledger.ts'
import { failureText } from '#src/lib/error-text.ts'
import { text } from '#src/lib/i18n.ts'
import { pressMutation } from '#src/lib/press-mutation.ts'
import { showToast } from '#src/ui/toast.ts'

const NEWEST_LINES = 20

/** Sends what does not add up to us, with the lines it was found in. */
export async function tellDifference(email: string, check: LedgerCheck, entries: readonly LedgerEntry[]): Promise<void> {
  const lines = entries.slice(0, NEWEST_LINES).map(({ id, kind, amount, balance }) => `${id} ${kind} ${amount} -> ${balance}`)
  const message = [JSON.stringify(check), ...lines].join('\n')
  const { answer: sent } = await pressMutation({ kind: 'contact', email, subject: 'Points do not add up', message })
  if (sent.ok)
    await showToast(
      { id: 'ledger-check', color: 'success', title: text('billing.check.told'), description: text('billing.check.toldHint') },
      'money',
    )
  else
    await showToast(
      { id: 'ledger-check', color: 'error', title: text('billing.check.notTold'), description: failureText(sent.error) },
      'money',
    )
}
