import type { Size } from '#shared/domain/media-limits.ts'

interface Rows {
  readonly y: number
  readonly height: number
}

/** One strip of a picture that is reduced in strips. */
export interface Strip {
  /** Rows of the source that are reduced together; exact, so not always whole. */
  readonly source: Rows
  /** What they become, in rows of the whole target. */
  readonly reduced: Rows
  /** Those of them that stay; the rest lies too near to the strip's ends. */
  readonly kept: Rows
}

/** As far as a filter of three lobes and the halving before it look, in rows of the target. */
const MARGIN_ROWS = 8
/** Among so many rows one lies almost exactly on a row of the source, which is then copied and not blurred. */
const SEARCH_ROWS = 48

/** Strips of at most `maxPx` px of the source, which together make the target without a seam. */
export function reductionStrips(source: Size, target: Size, maxPx: number): readonly Strip[] {
  const scale = source.height / target.height
  const rows = Math.floor(maxPx / source.width / scale) - 2 * (MARGIN_ROWS + SEARCH_ROWS)
  const strips: Strip[] = []
  const step = Math.max(1, rows)
  for (let y = 0; y < target.height; y += step) {
    const end = Math.min(target.height, y + step)
    const from = y < MARGIN_ROWS + SEARCH_ROWS ? 0 : meetingRow(scale, y - MARGIN_ROWS, -1)
    const to = end > target.height - MARGIN_ROWS - SEARCH_ROWS ? target.height : meetingRow(scale, end + MARGIN_ROWS, 1)
    strips.push({
      source: { y: from * scale, height: (to - from) * scale },
      reduced: { y: from, height: to - from },
      kept: { y, height: end - y },
    })
  }
  return strips
}

/** The row of the target, from `row` on in a direction, whose edge lies nearest to one of the source. */
function meetingRow(scale: number, row: number, direction: 1 | -1): number {
  const offBy = (at: number) => Math.abs(at * scale - Math.round(at * scale))
  const candidates = Array.from({ length: SEARCH_ROWS }, (_, i) => row + i * direction)
  return candidates.reduce((best, at) => (offBy(at) < offBy(best) ? at : best))
}
