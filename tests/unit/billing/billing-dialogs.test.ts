import { beforeEach, describe, expect, test } from 'vitest'
import { MEMBER_SWITCH_MS } from '#shared/domain/membership-terms.ts'
import { DIALOG_LAYER_START } from '#shared/domain/shell-rules.ts'
import {
  billingDialogs,
  closeBilling,
  closeHistory,
  openCredits,
  openHistory,
  openSubscriptions,
  resetBilling,
  billingLayers,
} from '#src/billing/billing-dialogs.ts'

const STEPS = {
  credits: () => openCredits(),
  subscription: openSubscriptions,
  close: closeBilling,
  reset: resetBilling,
} as const
type Step = keyof typeof STEPS

const runSteps = (steps: readonly Step[]) => {
  for (const step of steps) STEPS[step]()
  return [billingDialogs.topDialog, billingDialogs.dialogBelow]
}

/** Every sequence of at most `length` steps. */
function* sequences(length: number): Generator<readonly Step[]> {
  yield []
  if (length === 0) return
  for (const rest of sequences(length - 1)) for (const step of Object.keys(STEPS) as Step[]) yield [...rest, step]
}

beforeEach(resetBilling)

describe('the dialogs of plans and points', () => {
  test.each<[Step[], ['credits' | 'subscription' | null, 'credits' | 'subscription' | null]]>([
    [['credits'], ['credits', null]],
    [['subscription'], ['subscription', null]],
    [
      ['credits', 'subscription'],
      ['subscription', 'credits'],
    ],
    [
      ['subscription', 'credits'],
      ['credits', 'subscription'],
    ],
    [
      ['credits', 'subscription', 'close'],
      ['credits', null],
    ],
    [
      ['subscription', 'credits', 'close'],
      ['subscription', null],
    ],
    [
      ['credits', 'subscription', 'close', 'close'],
      [null, null],
    ],
    [
      ['credits', 'subscription', 'credits'],
      ['credits', 'subscription'],
    ],
    [
      ['credits', 'subscription', 'subscription'],
      ['subscription', 'credits'],
    ],
    [
      ['credits', 'credits', 'close'],
      [null, null],
    ],
    [
      ['credits', 'subscription', 'reset'],
      [null, null],
    ],
    [
      ['credits', 'subscription', 'reset', 'close'],
      [null, null],
    ],
    [
      ['close', 'subscription', 'close'],
      [null, null],
    ],
  ])('after %j are %j', (steps, expected) => {
    expect(runSteps(steps)).toEqual(expected)
  })

  test('in every sequence at most one dialog is shown, no dialog waits below itself, and each close removes one', () => {
    for (const steps of sequences(6)) {
      resetBilling()
      const [topDialog, dialogBelow] = runSteps(steps)
      expect([steps, topDialog === dialogBelow && topDialog !== null, topDialog === null && dialogBelow !== null]).toEqual([
        steps,
        false,
        false,
      ])
      closeBilling()
      expect([steps, billingDialogs.topDialog]).toEqual([steps, dialogBelow])
      closeBilling()
      expect([steps, billingDialogs.topDialog]).toEqual([steps, null])
    }
  })

  test('the purpose of the points survives a visit of the plans, but neither the last close nor a reset', () => {
    openCredits({ missingPoints: 40 })
    openSubscriptions()
    expect(billingDialogs.missingPoints).toBe(40)
    closeBilling()
    expect([billingDialogs.topDialog, billingDialogs.missingPoints]).toEqual(['credits', 40])
    closeBilling()
    expect(billingDialogs.missingPoints).toBeNull()
    openCredits({ missingPoints: 40 })
    resetBilling()
    expect(billingDialogs.missingPoints).toBeNull()
  })

  test('a request for points without a reason has none left over from another one', () => {
    openCredits({ missingPoints: 40 })
    openSubscriptions()
    openCredits()
    expect(billingDialogs.missingPoints).toBeNull()
  })
})

describe('the layers of dialogs about money', () => {
  test('begin at 2000, and at most two are stacked', () => {
    expect(DIALOG_LAYER_START).toBe(2000)
    expect(billingLayers(billingDialogs)).toEqual([])
    openCredits()
    expect(billingLayers(billingDialogs)).toEqual([{ dialog: 'credits', layer: 2000 }])
    openHistory('PURCHASE')
    expect(billingLayers(billingDialogs)).toEqual([
      { dialog: 'credits', layer: 2000 },
      { dialog: 'history', layer: 2001 },
    ])
  })

  test('a history is closed by the next dialog, and by nothing but its own close otherwise', () => {
    openHistory('SUBSCRIPTION')
    openSubscriptions()
    expect(billingLayers(billingDialogs)).toEqual([{ dialog: 'subscription', layer: 2000 }])
    openHistory('SUBSCRIPTION')
    closeBilling()
    expect(billingLayers(billingDialogs)).toEqual([{ dialog: 'history', layer: 2000 }])
    closeHistory()
    expect(billingLayers(billingDialogs)).toEqual([])
  })
})

test('the plans open 2 seconds after a failed request for the discount', () => {
  expect(MEMBER_SWITCH_MS).toBe(2000)
})
