const SLOWEST_COUNT = 20

/** Merges results: `passed`, `failures` and `files` of all of them. */
export function mergeResults(results) {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    files: results.flatMap(({ files }) => files),
  }
}

/** The stages of a run with shared workers. The minutes are distributed over the stages by the seconds of their files. */
export function shareOut(minutes, { files }) {
  const stages = [...new Set(files.map(({ stage }) => stage))]
  const secondsOf = (isCounted) => files.filter(isCounted).reduce((sum, { seconds }) => sum + seconds, 0)
  const allSeconds = secondsOf(() => true)
  return stages.map((name) => ({ name, minutes: (minutes * secondsOf(({ stage }) => stage === name)) / (allSeconds || 1) }))
}

/** Lines with the minutes of each stage and the slowest files. */
export function timeLines({ stages, files, minutes }) {
  const slowestFiles = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_COUNT)
  return [
    ...(slowestFiles.length === 0 ? [] : ['', 'Slowest files, in seconds:']),
    ...slowestFiles.map(({ stage, file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${stage.padEnd(7)}  ${file}`),
    '',
    'Minutes:',
    ...stages.map((stage) => `${stage.minutes.toFixed(1).padStart(7)}  ${stage.name}`),
    `${minutes.toFixed(1).padStart(7)}  in all`,
  ]
}

/** The last lines of a run: each failure, then the numbers of passed and failed tests, which other programs parse. */
export function closingLines({ passed, failures }) {
  return [...failures.flatMap((failure) => ['', `✗ ${failure}`]), `${passed} passed, ${failures.length} failed`]
}
