import type { LedgerEntry } from '#shared/api/user.ts'
import type { LedgerCheck } from './check-ledger.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { failureText } from '#src/lib/error-text.ts'
import { text } from '#src/lib/i18n.ts'
import { showToast } from '#src/ui/toast.ts'

const NEWEST_LINES = 20

/** Sends what does not add up to us, with the lines it was found in. */
export async function tellDifference(email: string, check: LedgerCheck, entries: readonly LedgerEntry[]): Promise<void> {
  const lines = entries.slice(0, NEWEST_LINES).map(({ id, kind, amount, balance }) => `${id} ${kind} ${amount} -> ${balance}`)
  const message = [JSON.stringify(check), ...lines].join('\n')
  // A key for each press: the button is busy until one is stored, and a second press is a second letter.
  const sent = await hub.api.mutate(crypto.randomUUID(), { kind: 'contact', email, subject: 'Points do not add up', message })
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
