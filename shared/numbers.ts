import { z } from 'zod/mini'
import * as bounds from '#shared/domain/number-bounds.ts'

const MS_PER_SECOND = 1000

/**
 * A number in an answer or a stored record. A number outside its bounds becomes the nearest bound, so that one row cannot break a list.
 * Rule: docs/platform.md, "Envelope".
 */
function clamped(least: number, most: number) {
  return z.number().check(...clamp(least, most))
}

/** The checks of a clamped number. */
export function clamp(least: number, most: number) {
  return [z.overwrite((value: number) => Math.min(most, Math.max(least, value))), z.minimum(least), z.maximum(most)] as const
}

function wholeClamped(least: number, most: number) {
  return z.number().check(z.overwrite(Math.round), ...clamp(least, most))
}

/** A whole number of a request; outside its bounds it is rejected. */
export function wholeNumber(least: number, most: number) {
  return z.int().check(z.minimum(least), z.maximum(most))
}

/** A whole number in the query of a request. */
export function queryNumber(least: number, most: number) {
  return z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most))
}

/** A page of a list, from 1. */
export const page = () => queryNumber(1, bounds.MAX_COUNT)

/** ms since 1970. */
export const time = () => clamped(bounds.EARLIEST_MS, bounds.LATEST_MS)
export const durationMs = () => clamped(0, bounds.LATEST_MS)
export const durationS = () => clamped(0, Math.floor(bounds.LATEST_MS / MS_PER_SECOND))
/** Money or points, in the smallest unit; withdrawals are negative. */
export const amount = () => clamped(-bounds.MAX_AMOUNT, bounds.MAX_AMOUNT)
/** A price in points. */
export const price = () => wholeClamped(0, bounds.MAX_AMOUNT)
export const percent = () => clamped(0, bounds.MAX_PERCENT)
/** In hundredths of a percent. */
export const taxRate = () => wholeClamped(0, bounds.MAX_TAX_RATE)
export const count = () => wholeClamped(0, bounds.MAX_COUNT)
/** The number of a kind or a state; unknown numbers are shown unchanged. */
export const kind = () => clamped(-bounds.MAX_COUNT, bounds.MAX_COUNT)
export const sizeBytes = () => clamped(0, bounds.MAX_STORED_BYTES)
export const sidePx = () => clamped(0, bounds.MAX_SOURCE_SIDE_PX)
export const positionPx = () => clamped(-bounds.MAX_SOURCE_SIDE_PX, bounds.MAX_SOURCE_SIDE_PX)
export const fraction = () => clamped(0, 1)
/** A counter that is never reset, or a position in an order. */
export const sequence = () => clamped(-bounds.MAX_SEQUENCE, bounds.MAX_SEQUENCE)
