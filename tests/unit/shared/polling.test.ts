import { expect, it } from 'vitest'
import * as polling from '#shared/domain/purchase-polling.ts'

const HOUR_MS = 3_600_000

it('after a purchase matches the table', () => {
  expect(polling).toMatchObject({
    CREDITS_POLL_TRIES: 10,
    CREDITS_POLL_MS: 1000,
    MEMBERSHIP_POLL_TRIES: 10,
    MEMBERSHIP_POLL_MS: 1000,
    ORDER_POLL_TRIES: 6,
    ORDER_POLL_MS: 1000,
    SHORT_POLL_LIMIT_MS: 60_000,
    UNCONFIRMED_ORDER_MS: 60_000,
    LATE_ORDER_PAUSE_MS: { minMs: 10_000, maxMs: 300_000 },
    PENDING_ORDER_POLL_LIMIT_MS: 24 * HOUR_MS,
    HISTORY_RELOAD_DELAY_MS: 3000,
  })
})

it('polls purchases as long as the table says', () => {
  expect(polling).toMatchObject({
    INTENT_RETENTION_MS: 24 * HOUR_MS,
    AGAIN_JOINED_MS: 5000,
    ENDED_ORDER_SHOWN_MS: 24 * HOUR_MS,
    LAST_ORDER_RETENTION_MS: 1440 * 60_000,
  })
})
