import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { useEffect } from 'react'
import { type LedgerEntry, getLedger } from '#shared/api/user.ts'
import { api } from '#src/platform/api.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { text } from '#src/platform/i18n.ts'
import { proxy, useSnapshot } from '#src/platform/state.ts'

/** Failures are shown for a day: their lines are among the newest. */
const NEWEST_LINES = 100

type ReturnLine = Pick<LedgerEntry, 'id' | 'amount' | 'balance'>

/** What gave points back, as far as it was read. */
export function createReturnLines(readLedger: (limit: number) => Promise<Result<CallData<typeof getLedger>>>) {
  const lines = proxy<Record<string, ReturnLine>>({})
  let reading: Promise<void> | undefined

  /** The movement that gave a failed task's points back, with the balance after it; undefined where it could not be read. */
  async function readReturnLine(taskId: string): Promise<ReturnLine | undefined> {
    if (lines[taskId] !== undefined) return lines[taskId]
    reading ??= readLines().finally(() => {
      reading = undefined
    })
    await reading
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

/** What happened to the points, in words. */
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
