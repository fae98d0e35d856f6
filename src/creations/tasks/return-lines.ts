import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { useEffect } from 'react'
import { type LedgerEntry, getLedger } from '#shared/api/user.ts'
import { api } from '#src/hub-client/api.ts'
import { formatNumber, text } from '#src/i18n/i18n.ts'
import { hubState, proxy, useSnapshot } from '#src/store/state.ts'

/** The number of newest ledger lines to load. A failure is shown for a day, so its line is among them. */
const NEWEST_LINES = 100

type ReturnLine = Pick<LedgerEntry, 'id' | 'amount' | 'balance'>

/** The ledger lines that returned points, by task, as far as they are loaded. */
export function createReturnLines(readLedger: (limit: number) => Promise<Result<CallData<typeof getLedger>>>) {
  const lines = proxy<Record<string, ReturnLine>>({})
  let currentRead: Promise<void> | undefined

  /** Finds the ledger line that returned the points of a failed task; undefined if it could not be loaded. */
  async function readReturnLine(taskId: string): Promise<ReturnLine | undefined> {
    if (lines[taskId] !== undefined) return lines[taskId]
    currentRead ??= readLines().finally(() => {
      currentRead = undefined
    })
    await currentRead
    return lines[taskId]
  }

  async function readLines(): Promise<void> {
    const answer = await readLedger(NEWEST_LINES)
    if (!answer.ok) return
    for (const { kind, taskId, id, amount, balance } of answer.value.data) {
      if (kind === 'return' && taskId !== undefined) lines[taskId] = { id, amount, balance }
    }
  }

  return { lines, readReturnLine }
}

const { lines, readReturnLine } = createReturnLines((limit) => api.call(getLedger, { limit }))
export { readReturnLine }

/** The sentence about returned points. */
export function returnWords(points: number, line: ReturnLine | undefined): string {
  if (line === undefined) return text('tasks.returned', { points: formatNumber(points) })
  return text('tasks.returnedBalance', { points: formatNumber(line.amount), balance: formatNumber(line.balance) })
}

export function useReturnLine(taskId: string): ReturnLine | undefined {
  const { isOnline } = useSnapshot(hubState).connection
  useEffect(() => {
    if (isOnline) void readReturnLine(taskId)
  }, [taskId, isOnline])
  return useSnapshot(lines)[taskId]
}
