import { useEffect, useState } from 'react'
import type { LedgerEntry } from '#shared/api/user.ts'
import type { PagedState } from '#src/features/billing/paging/create-paged-list.ts'
import { getPoints } from '#shared/api/user.ts'
import { useLoaded } from '#src/features/billing/paging/use-loaded.ts'
import { api } from '#src/lib/api.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import type { LedgerCheck } from './check-ledger.ts'
import { checkLedger } from './check-ledger.ts'
import { ledgerList, ledgerState } from './ledger-list.ts'

export type Ledger = Readonly<PagedState<LedgerEntry>>

/** The movements, read anew whenever the balance, the person or the connection changes. */
export function useLedger(): Ledger {
  const { credits, identity, connection } = useSnapshot(hubState)
  const ledger = useSnapshot(ledgerState) as Ledger
  useLoaded(ledgerList, ledger, [identity?.businessUserId, connection.isOnline, credits?.points, credits?.held].join('/'))
  return ledger
}

/** The lines held against a balance that the server was asked for after it had told them; null while that is on its way. */
export function useLedgerCheck({ items, hasNext, status, loading, toldAtMs }: Ledger): LedgerCheck | null {
  const [told, setTold] = useState<{ readonly atMs: number | null; readonly points: number } | null>(null)
  const isReady = status === 'ready' && loading === null
  useEffect(() => {
    let isOver = false
    if (isReady)
      void api.call(getPoints, {}).then((answer) => answer.ok && !isOver && setTold({ atMs: toldAtMs, points: answer.value.points }))
    return () => {
      isOver = true
    }
  }, [isReady, toldAtMs])
  if (status === 'stored') return checkLedger(items, hasNext, items[0]?.balance ?? 0)
  return isReady && told?.atMs === toldAtMs ? checkLedger(items, hasNext, told.points) : null
}
