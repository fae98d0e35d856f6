import type { LedgerEntry, LedgerKind } from '#shared/api/user.ts'
import { describe, expect, it } from 'vitest'
import { checkLedger } from '#src/billing/history-lists.ts'
import { ledgerCsv, lineKey, matchesFilter, signedPoints } from '#src/billing/histories/ledger-kinds.ts'

function line(seq: number, amount: number, balance: number, changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return { id: String(seq), kind: 'grant', amount, balance, occurredAt: 0, note: '', ...changes }
}

const ALL_LINES = [line(3, 50, 200), line(2, -50, 150), line(1, 200, 200)]

describe('the check of the ledger', () => {
  it('finds that all lines add up to the balance', () => {
    expect(checkLedger(ALL_LINES, false, 200)).toEqual({ lines: 3, before: 0, sum: 200, balance: 200, difference: 0, brokenId: null })
  })

  it('counts the lines before the loaded ones in', () => {
    expect(checkLedger(ALL_LINES.slice(0, 2), true, 200)).toMatchObject({ lines: 2, before: 200, sum: 0, difference: 0, brokenId: null })
  })

  it('shows a balance that the lines do not explain', () => {
    expect(checkLedger(ALL_LINES, false, 150)).toMatchObject({ difference: -50 })
  })

  it('finds a missing line, a wrong balance, and a wrong beginning', () => {
    expect(checkLedger([line(3, 50, 200), line(1, 150, 150)], false, 200).brokenId).toBe('3')
    expect(checkLedger([line(2, 50, 210), line(1, 150, 150)], false, 210).brokenId).toBe('2')
    expect(checkLedger([line(2, 50, 200)], false, 200)).toMatchObject({ brokenId: '2', difference: 150 })
  })

  it('accepts an empty ledger', () => {
    expect(checkLedger([], false, 0)).toMatchObject({ lines: 0, difference: 0, brokenId: null })
  })
})

it('names each line by its kind', () => {
  expect(lineKey(line(1, 100, 100))).toBe('billing.line.grant')
  expect(lineKey(line(1, 400, 400, { orderId: 'p' }))).toBe('billing.line.cycle')
  expect(lineKey(line(1, 400, 400, { kind: 'purchase' }))).toBe('billing.line.purchase')
  expect(lineKey(line(1, -400, 0, { kind: 'purchase' }))).toBe('billing.line.refund')
  const returnedLine = line(1, 400, 400, { kind: 'return', orderId: 'p1' })
  expect(lineKey(returnedLine)).toBe('billing.line.refundReturn')
  expect([matchesFilter(returnedLine, 'bought'), matchesFilter(returnedLine, 'videos')]).toEqual([true, false])
})

it('sorts every kind under one filter', () => {
  const kinds: LedgerKind[] = ['grant', 'purchase', 'hold', 'settle', 'return', 'expiry']
  const kindsUnder = (filter: Parameters<typeof matchesFilter>[1]) => kinds.filter((kind) => matchesFilter({ kind }, filter))
  expect(kindsUnder('all')).toEqual(kinds)
  expect([kindsUnder('videos'), kindsUnder('bought'), kindsUnder('given'), kindsUnder('expired')]).toEqual([
    ['hold', 'settle', 'return'],
    ['purchase'],
    ['grant'],
    ['expiry'],
  ])
})

it('writes the sign of a movement', () => {
  expect([50, -50, 0].map((amount) => signedPoints(amount, String))).toEqual(['+50', '−50', '0'])
})

it('exports lines that no spreadsheet runs as a formula', () => {
  const [head, row] = ledgerCsv([line(7, -50, 150, { note: '=1+"x"', taskId: 't' })]).split('\r\n')
  expect(head).toBe('"line","time","kind","amount","balance","note","task","payment"')
  expect(row).toBe(`"7","1970-01-01T00:00:00.000Z","grant","-50","150","'=1+""x""","t",""`)
})
