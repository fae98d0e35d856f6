/**
 * The goals for a video of 720p and 6 s. `realTimes`: at least this many times faster than real time. `encoders`: at most this multiple of
 * the time that the encoder alone needs for the same frames.
 */
const GOALS = {
  plain: { realTimes: 3, encoders: 1.6 },
  heavy: { realTimes: 2.5, encoders: 2 },
}
const MAX_GROWN_BYTES = 400e6

/** One sentence for each missed goal. */
export function findMissedGoals(rows, memory) {
  const missed = rows.flatMap(({ name, kind, realTimes, encoders }) => [
    ...(realTimes >= GOALS[kind].realTimes
      ? []
      : [
          `${name}: ${realTimes.toFixed(2)} × real time, ${GOALS[kind].realTimes} is the goal (the encoder alone: ${(realTimes * encoders).toFixed(2)} ×).`,
        ]),
    ...(encoders <= GOALS[kind].encoders
      ? []
      : [`${name}: ${encoders.toFixed(2)} × the encoder alone, ${GOALS[kind].encoders} is allowed.`]),
  ])
  if (memory.grownBytes > MAX_GROWN_BYTES) missed.push(`1080p, 10 s: grew by ${Math.round(memory.grownBytes / 1e6)} MB, 400 are allowed.`)
  return missed
}
