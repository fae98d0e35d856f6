import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ATTRIBUTION_SDK_LINE, FIRST_WAIT_MS, REVENUE_DECIMALS } from '#shared/domain/attribution-rules.ts'
import * as rules from '#shared/domain/attribution-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

it('attribution has the figures of the specification, but for the first long wait', () => {
  expect(rules).toMatchObject({
    ATTRIBUTION_SDK_LINE: '5.8',
    SESSION_WINDOW_MS: 30 * MINUTE_MS,
    SESSION_TIMER_MS: 60_000,
    MESSAGE_VALID_MS: 28 * DAY_MS,
    DEDUPLICATION_LIST_LIMIT: 10,
    FIRST_WAIT_MS: 150,
    LONGEST_WAIT_MS: 2_147_483_647,
    NO_CONNECTION_WAIT_MS: 60_000,
    LONG_BACKOFF_MS: { first: 2 * MINUTE_MS, longest: DAY_MS },
    SHORT_BACKOFF_MS: { first: 200, longest: HOUR_MS },
    REVENUE_DECIMALS: 5,
    TINIT_RETRIES: 5,
    TINIT_FIRST_WAIT_MS: 1000,
  })
})

it('the package in use has these figures', () => {
  const folder = new URL('../../../node_modules/@adjustcom/adjust-web-sdk/', import.meta.url)
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string }
  expect(version.startsWith(`${ATTRIBUTION_SDK_LINE}.`)).toBe(true)
  const source = readFileSync(new URL('dist/adjust-latest.js', folder), 'utf8')
  for (const line of [
    'sessionWindow: 30 * MINUTE',
    'sessionTimerWindow: 60 * SECOND',
    'requestValidityWindow: 28 * DAY',
    'DEFAULT_EVENT_DEDUPLICATION_LIST_LIMIT = 10',
    'MAX_WAIT /*: WaitT*/ = 0x7FFFFFFF',
    'NO_CONNECTION_WAIT = 60 * SECOND',
    'delay: 2 * MINUTE,\n    maxDelay: DAY',
    'maxDelay: HOUR',
    `revenue.toFixed(${REVENUE_DECIMALS})`,
  ])
    expect(source, line).toContain(line)
  expect(source).toMatch(new RegExp(`DEFAULT_WAIT .*= ${FIRST_WAIT_MS}`))
})
