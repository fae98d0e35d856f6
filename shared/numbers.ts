import { z } from 'zod/mini'
import * as bounds from '#shared/domain/number-bounds.ts'

const MS_PER_SECOND = 1000

/**
 * A number in an answer or a stored record. A number outside its bounds becomes the nearest bound, so that one row cannot break a list.
 * Rule: docs/platform.md, "Envelope".
 */
function clampedNumber(min: number, max: number) {
  return z.number().check(...clamp(min, max))
}

/** The checks of a clamped number. */
export function clamp(min: number, max: number) {
  return [z.overwrite((value: number) => Math.min(max, Math.max(min, value))), z.minimum(min), z.maximum(max)] as const
}

function clampedWholeNumber(min: number, max: number) {
  return z.number().check(z.overwrite(Math.round), ...clamp(min, max))
}

/** A whole number of a request; outside its bounds it is rejected. */
export function wholeNumber(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max))
}

/** A whole number in the query of a request. */
export function queryNumber(min: number, max: number) {
  return z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max))
}

/** A page of a list, from 1. */
export const page = () => queryNumber(1, bounds.MAX_COUNT)

/** ms since 1970. */
export const time = () => clampedNumber(bounds.EARLIEST_MS, bounds.LATEST_MS)
export const durationMs = () => clampedNumber(0, bounds.LATEST_MS)
export const durationS = () => clampedNumber(0, Math.floor(bounds.LATEST_MS / MS_PER_SECOND))
/** Money or points, in the smallest unit; withdrawals are negative. */
export const amount = () => clampedNumber(-bounds.MAX_AMOUNT, bounds.MAX_AMOUNT)
/** A price in points. */
export const price = () => clampedWholeNumber(0, bounds.MAX_AMOUNT)
export const percent = () => clampedNumber(0, bounds.MAX_PERCENT)
/** In hundredths of a percent. */
export const taxRate = () => clampedWholeNumber(0, bounds.MAX_TAX_RATE)
export const count = () => clampedWholeNumber(0, bounds.MAX_COUNT)
/** The number of a kind or a state; unknown numbers are shown unchanged. */
export const kind = () => clampedNumber(-bounds.MAX_COUNT, bounds.MAX_COUNT)
export const sizeBytes = () => clampedNumber(0, bounds.MAX_STORED_BYTES)
export const sidePx = () => clampedNumber(0, bounds.MAX_SOURCE_SIDE_PX)
export const positionPx = () => clampedNumber(-bounds.MAX_SOURCE_SIDE_PX, bounds.MAX_SOURCE_SIDE_PX)
export const fraction = () => clampedNumber(0, 1)
/** A counter that is never reset, or a position in an order. */
export const sequence = () => clampedNumber(-bounds.MAX_SEQUENCE, bounds.MAX_SEQUENCE)
