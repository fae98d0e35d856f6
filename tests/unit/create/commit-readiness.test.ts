import { describe, expect, test } from 'vitest'
import { type CommitFacts, commitReadiness } from '#src/create/commit-form.ts'
import { spendablePoints } from '#src/billing/spendable-points.ts'
import { outboxItem } from '../../fixtures/page/builders.ts'

const facts: CommitFacts = { pictures: ['ready'], isTemplateMissing: false, price: 50, balance: 100, isSaving: false }

describe('the Generate button', () => {
  test('is enabled with a picture and enough points, and shows the points that remain', () => {
    expect(commitReadiness(facts)).toEqual({ block: null, missing: 0, balanceAfter: 50 })
  })

  test('is enabled when the points are exactly enough', () => {
    expect(commitReadiness({ ...facts, balance: 50 })).toEqual({ block: null, missing: 0, balanceAfter: 0 })
  })

  test('shows the missing points, with or without a picture', () => {
    expect(commitReadiness({ ...facts, balance: 20 })).toEqual({ block: 'not_enough', missing: 30, balanceAfter: null })
    expect(commitReadiness({ ...facts, balance: 20, pictures: ['none'] }).block).toBe('not_enough')
  })

  test('is enabled before the balance is known: the server decides', () => {
    expect(commitReadiness({ ...facts, balance: null })).toEqual({ block: null, missing: 0, balanceAfter: null })
  })

  test.each([
    ['none', 'no_picture'],
    ['preparing', 'preparing'],
    ['refused', 'picking_failed'],
  ] as const)('with a picture that is %s it shows %s', (picture, block) => {
    expect(commitReadiness({ ...facts, pictures: [picture] }).block).toBe(block)
  })

  test.each([
    [['none', 'none'], 'no_first'],
    [['ready', 'none'], 'no_last'],
    [['none', 'ready'], 'no_first'],
    [['ready', 'preparing'], 'preparing'],
    [['refused', 'ready'], 'picking_failed'],
    [['ready', 'ready'], null],
  ] as const)('with the frames %j it shows %s', (pictures, block) => {
    expect(commitReadiness({ ...facts, pictures }).block).toBe(block)
  })

  test('asks for an effect before a picture where one is needed', () => {
    expect(commitReadiness({ ...facts, pictures: ['none'], isTemplateMissing: true }).block).toBe('no_template')
  })

  test('cannot be pressed twice for one commit', () => {
    expect(commitReadiness({ ...facts, isSaving: true }).block).toBe('saving')
  })
})

describe('the points that can be spent', () => {
  test('exclude waiting commits in the outbox, in any state, but not refused ones', () => {
    const outbox = (['queued', 'preparing', 'sending', 'unknown', 'refused'] as const).map((state) =>
      outboxItem({ state, priceCeiling: 50 }),
    )
    expect(spendablePoints(300, outbox)).toBe(100)
  })

  test('are never negative, and unknown while the balance is', () => {
    expect(spendablePoints(20, [outboxItem()])).toBe(0)
    expect(spendablePoints(null, [outboxItem()])).toBeNull()
  })
})
