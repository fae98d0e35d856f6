import { expect, it, vi } from 'vitest'
import type { OrderDeps } from '#server/billing/notify-payer.ts'
import { createSubotizProvider } from '#server/billing/providers/subotiz/subotiz-provider.ts'
import { eventSignature, SIGNED_WINDOW_MS } from '#server/billing/providers/subotiz/wire.ts'
import { receiveEvent } from '#server/billing/receive-event.ts'

const KEYS = { accessNo: 'shop', secret: 'key' }
const NOW_MS = Date.UTC(2026, 10, 1, 12)
const BODY = Buffer.from(JSON.stringify({ id: 'event', type: 'v2.trades.succeeded', data: { order_id: 'order' } }))

function headersOf(atMs: number, secret = KEYS.secret): Headers {
  const timestamp = String(atMs)
  return new Headers({ 'x-access-no': KEYS.accessNo, 'x-timestamp': timestamp, 'x-signature': eventSignature(secret, timestamp, BODY) })
}

it.each([
  ['forged', 'forged', BODY, headersOf(NOW_MS, 'another key')],
  ['unsigned', 'forged', BODY, new Headers()],
  ['altered', 'forged', Buffer.from(BODY.toString().replace('"order"', '"other"')), headersOf(NOW_MS)],
  ['older than 5 minutes', 'old', BODY, headersOf(NOW_MS - SIGNED_WINDOW_MS - 1)],
  ['of a time to come', 'old', BODY, headersOf(NOW_MS + SIGNED_WINDOW_MS + 1)],
])('events that are %s are rejected and logged, and nothing is polled or stored', async (_, reason, body, headers) => {
  expect(SIGNED_WINDOW_MS).toBe(5 * 60 * 1000)
  const fetch = vi.fn<typeof globalThis.fetch>()
  const warn = vi.fn()
  const addresses = { url: 'http://127.0.0.1:1', merchantId: 'm', prices: new Map<string, string>(), origins: [] }
  const provider = createSubotizProvider({ ...KEYS, ...addresses, id: 'subotiz', nowMs: () => NOW_MS, fetch })
  const deps = { payment: provider, nowMs: () => NOW_MS, log: { warn }, db: undefined } as unknown as OrderDeps
  expect(await receiveEvent(deps, body, headers)).toEqual({ ok: false, error: reason })
  expect(warn).toHaveBeenCalledExactlyOnceWith({ provider: 'subotiz', reason }, expect.any(String))
  expect(fetch).not.toHaveBeenCalled()
})
