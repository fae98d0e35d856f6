import { expect, test } from 'vitest'
import {
  LOOKUP_MAX_LENGTH,
  OPERATOR_LOGIN_LIFETIME_MS,
  OPERATOR_PAGE_ROWS,
  OPERATOR_POINTS_MAX,
  REASON_MAX_LENGTH,
  REPLY_MAX_LENGTH,
  isRecentProof,
} from '#shared/domain/operator-rules.ts'

test('the console is open for eight hours after a login', () => {
  expect(OPERATOR_LOGIN_LIFETIME_MS).toBe(28_800_000)
  expect(isRecentProof(1000, 1000)).toBe(true)
  expect(isRecentProof(1000, 28_800_999)).toBe(true)
  expect(isRecentProof(1000, 28_801_000)).toBe(false)
})

test('an act moves at most as many points as the largest purchase, and has a reason in a sentence or two', () => {
  expect({ OPERATOR_POINTS_MAX, REASON_MAX_LENGTH, REPLY_MAX_LENGTH, LOOKUP_MAX_LENGTH, OPERATOR_PAGE_ROWS }).toEqual({
    OPERATOR_POINTS_MAX: 100_000,
    REASON_MAX_LENGTH: 300,
    REPLY_MAX_LENGTH: 5000,
    LOOKUP_MAX_LENGTH: 300,
    OPERATOR_PAGE_ROWS: 30,
  })
})
