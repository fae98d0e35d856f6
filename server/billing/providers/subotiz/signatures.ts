import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** How far the other side's clock may be off, and how long a message may be on its way, in ms. */
export const SIGNED_WINDOW_MS = 5 * 60 * 1000

/** Of a call: hex HMAC-SHA256 over method, path with query, timestamp and body, each with a line end. */
export function callSignature(secret: string, method: string, pathAndQuery: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${method}\n${pathAndQuery}\n${timestamp}\n${body}\n`).digest('hex')
}

/** Of news: hex HMAC-SHA256 over the timestamp, a dot and the body's own bytes. */
export function eventSignature(secret: string, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** Compares in a time that tells nothing about where two texts differ. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Whether a timestamp in ms lies within the window around now, before or after. */
export function isFresh(timestamp: string, nowMs: number): boolean {
  return /^\d{1,16}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp)) <= SIGNED_WINDOW_MS
}
