import { useEffect, useEffectEvent, useState } from 'react'
import type { Receipt } from '#shared/api/payments.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { api } from '#src/lib/api.ts'

export type ReceiptState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly receipt: Receipt }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly code: AppErrorCode }

/** What the server says to an id nobody has, or somebody else. */
const MISSING: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>(['H3000', 'H3001', 'H4001', 'H4023'])

/** A visitor has none: nobody is asked. */
const FOR_ACCOUNTS: ReceiptState = { kind: 'failed', code: 'H3009' }

/** The receipt of a payment, read again when `account` becomes somebody else; '' for a visitor. */
export function useReceipt(id: string, account: string): { readonly state: ReceiptState; readonly retry: () => void } {
  const [tries, setTries] = useState(0)
  const key = `${id}/${account}/${tries}`
  const [told, setTold] = useState<{ readonly key: string; readonly state: ReceiptState } | null>(null)
  const tell = useEffectEvent((asked: string, state: ReceiptState) => asked === key && setTold({ key, state }))
  const isVisitor = account === ''
  useEffect(() => {
    if (!isVisitor) void readReceipt(id).then((state) => tell(key, state))
  }, [id, key, isVisitor])
  const state: ReceiptState = told?.key === key ? told.state : { kind: 'loading' }
  return { state: isVisitor ? FOR_ACCOUNTS : state, retry: () => setTries(tries + 1) }
}

async function readReceipt(id: string): Promise<ReceiptState> {
  const answer = await api.call(getReceipt, { id })
  if (answer.ok) return { kind: 'there', receipt: answer.value }
  return MISSING.has(answer.error.code) ? { kind: 'missing' } : { kind: 'failed', code: answer.error.code }
}
