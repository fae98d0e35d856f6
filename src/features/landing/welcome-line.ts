import type { Text } from '#src/lib/i18n.ts'
import { BASE_POINTS } from '#shared/domain/price.ts'

/** What it takes to begin: nothing, and where the server has said so, the points a visitor gets and how many videos they are enough for. */
export function welcomeLine(points: number | null, text: Text): string {
  const videos = Math.floor((points ?? 0) / BASE_POINTS)
  return points === null || videos === 0 ? text('landing.noAccount') : text('landing.noAccountPoints', { points, count: videos })
}
