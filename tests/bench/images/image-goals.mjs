/**
 * The goals by picture size. `floors`: the allowed multiple of the floor's time. `isEqualFine`: whether the same time as the peer's meets
 * the goal.
 */
const GOALS = { '12 MP': { floors: 1.4, isEqualFine: true }, '48 MP': { floors: 1.4 }, '108 MP': { floors: 1.1 } }
const MAX_TASK_MS = 50

/** One sentence for each goal that the image worker missed with the bench's own photos. */
export function findMissedGoals(rows, queue) {
  return [...Object.entries(GOALS).flatMap(([name, goal]) => missedByPhoto(name, goal, rows)), ...missedByQueue(queue)]
}

function missedByPhoto(name, { floors, isEqualFine = false }, rows) {
  const [floor, own, peer] = ['floor', 'own', 'peer'].map((variant) =>
    rows.find((row) => row.photo.isOurs && row.photo.name === name && row.variant === variant),
  )
  const failedRow = [floor, own, peer].find(({ error }) => error !== undefined)
  if (failedRow !== undefined) return [`${name}: the ${failedRow.variant} failed: ${failedRow.error}`]
  const peerRatio = own.ms / peer.ms
  const floorRatio = own.ms / floor.ms
  const goals = [
    [isEqualFine ? peerRatio <= 1 : peerRatio < 1, `takes ${peerRatio.toFixed(2)} × the peer's time, more than it may`],
    [floorRatio <= floors, `takes ${floorRatio.toFixed(2)} × the floor, ${floors} is allowed`],
    [own.quality.ssim >= peer.quality.ssim, `has SSIM ${own.quality.ssim.toFixed(4)}, the peer has ${peer.quality.ssim.toFixed(4)}`],
    [own.longTaskMs <= MAX_TASK_MS, `held the main thread for ${Math.round(own.longTaskMs)} ms`],
    [own.peakBytes === undefined || own.peakBytes < peer.peakBytes, 'does not stay under the peak memory of the peer'],
  ]
  return goals.filter(([isMet]) => !isMet).map(([, sentence]) => `${name}: the image worker ${sentence}.`)
}

function missedByQueue({ error, mostDecoded }) {
  if (error !== undefined) return [`The queue failed: ${error}`]
  return mostDecoded === 1 ? [] : [`${mostDecoded} queued photos were held decoded at once.`]
}
