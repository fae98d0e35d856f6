import type { IdentityChange } from '#shared/contract/hub-contract.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import { type Versioned, toStored } from '#shared/storage/records.ts'
import * as keys from '#shared/storage/records.ts'
import { type Identity, accountOf, ANYBODY, identityRecord } from '#shared/storage/hub-records.ts'
import { putPool, readIdentity, readPool } from '../runtime/hub-store.ts'

/** The key prefixes of the rows that have an account id. */
const ROWS_OF_ACCOUNTS = [
  keys.OUTBOX_PREFIX,
  keys.MUTATION_PREFIX,
  keys.OVERDUE_PREFIX,
  keys.ANNOUNCED_PREFIX,
  keys.ORDER_PREFIX,
  keys.INTENT_PREFIX,
  keys.LAST_ORDER_PREFIX,
  keys.LAST_SKU_PREFIX,
]
const FACTS_OF_ACCOUNTS = [keys.CREDITS_KEY, keys.ACCOUNT_KEY]

/**
 * Stores the new identity and applies `change` to the records of the previous identity in the same transaction. The records move to the new
 * account (merge), are deleted (erase), or wait until their account logs in again (suspend). Idempotent.
 */
export async function changeIdentity(tx: StoreTransaction, nextIdentity: Omit<Identity, 'epoch'>, change: IdentityChange): Promise<void> {
  const currentIdentity = await readIdentity(tx)
  const [previousAccount, nextAccount] = [accountOf(currentIdentity), accountOf(nextIdentity)]
  tx.put(keys.IDENTITY_KEY, toStored(identityRecord, { ...nextIdentity, epoch: currentIdentity.epoch + 1 }))
  if (previousAccount === nextAccount) return
  const isOfPreviousAccount = (account: string) => account === previousAccount || account === ANYBODY

  for (const key of FACTS_OF_ACCOUNTS) tx.remove(key)
  if (change === 'suspend') return
  const pool = await readPool(tx)
  const batches = pool.batches.flatMap((row) => {
    if (!isOfPreviousAccount(row.account)) return row
    return change === 'merge' ? { ...row, account: nextAccount } : []
  })
  putPool(tx, { ...pool, batches })

  for (const prefix of ROWS_OF_ACCOUNTS) {
    const [rowKeys, values] = [await tx.keys(prefix), await tx.list(prefix)]
    for (const [index, rowKey] of rowKeys.entries()) {
      const { version, data } = values[index] as Versioned & { data: { account?: string } | null }
      if (!isOfPreviousAccount(data?.account ?? ANYBODY)) continue
      if (change === 'merge') tx.put(rowKey, { version, data: { ...data, account: nextAccount } } satisfies Versioned)
      else tx.remove(rowKey)
    }
  }
}
