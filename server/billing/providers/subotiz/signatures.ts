import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Allowed clock difference and delay of a message, in ms. */
export const SIGNED_WINDOW_MS = 5 * 60 * 1000

/** The signature of a call: hex HMAC-SHA256 over method, path with query, timestamp and body, each followed by a line feed. */
export function callSignature(secret: string, method: string, pathAndQuery: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${method}\n${pathAndQuery}\n${timestamp}\n${body}\n`).digest('hex')
}

/** The signature of an event: hex HMAC-SHA256 over the timestamp, a dot and the raw body. */
export function eventSignature(secret: string, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** Constant-time comparison. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Whether a timestamp in ms is within the window around now. */
export function isFresh(timestamp: string, nowMs: number): boolean {
  return /^\d{1,16}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp)) <= SIGNED_WINDOW_MS
}
