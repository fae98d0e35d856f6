import { tableOf } from '../write-results.mjs'
import { median, p99 } from './rounds.mjs'

const SHARE_GOAL = 0.6
const GROWTH_GOAL = 1.5
const EMPTY_CELLS = ['', '', '', '', '', '', '']

const cells = (...parts) => parts.flat()
const formatMs = (value) => value.toFixed(2)
const timesOf = (times) => [formatMs(median(times)), formatMs(p99(times))]
const medianAndP99 = (summary) => [formatMs(summary.median), formatMs(summary.p99)]
const growthOf = (rows, timesIn) => median(timesIn(rows.at(-1))) / median(timesIn(rows[0]))

/** The result tables, and one sentence for each missed goal. */
export function reportApi({ compared, historyRows, pollRows, waitingRows }) {
  const pageGrowth = growthOf(historyRows, ({ times }) => times)
  const missedGoals = compared
    .filter(({ share }) => share < SHARE_GOAL)
    .map(({ name, share }) => `${name}: ${share.toFixed(2)} × the database alone, ${SHARE_GOAL} is the goal.`)
  if (pageGrowth > GROWTH_GOAL)
    missedGoals.push(`history and poll: ${pageGrowth.toFixed(2)} × at 10,000 creations, ${GROWTH_GOAL} is allowed.`)
  return [
    ...tableOf(
      [
        'call',
        'statements',
        'requests/s',
        'median, ms',
        'p99, ms',
        'database/s',
        'median, ms',
        'p99, ms',
        'ratio',
        'goal',
        'prepared/s',
        'ratio',
      ],
      compared.map(({ name, statements, app, ...comparison }) =>
        cells(
          name,
          String(statements),
          app.perSecond.toFixed(0),
          medianAndP99(app),
          comparison.plain === undefined ? EMPTY_CELLS : sharesOf(comparison),
        ),
      ),
    ),
    '',
    `One request at a time. The first page of the history and one poll, by all creations of the visitor; ${pageGrowth.toFixed(2)} × from the least to the most (goal: ${GROWTH_GOAL}).`,
    '',
    ...tableOf(
      ['creations', 'median, ms', 'p99, ms'],
      historyRows.map(({ size, times }) => cells(String(size), timesOf(times))),
    ),
    '',
    `A poll while so many batches of the visitor are being made, and one for each of them; ${formatMs(growthOf(pollRows, ({ times }) => times))} × a poll from the least to the most.`,
    '',
    ...tableOf(
      ['batches', 'a poll, median, ms', 'p99, ms', 'all of them, median, ms'],
      pollRows.map(({ size, times, rounds }) => cells(String(size), timesOf(times), formatMs(median(rounds)))),
    ),
    '',
    `A worker’s claim and its sweep while so many tasks wait; ${formatMs(growthOf(waitingRows, ({ claims }) => claims))} × a claim and ${formatMs(growthOf(waitingRows, ({ sweeps }) => sweeps))} × a sweep from the least to the most.`,
    '',
    ...tableOf(
      ['waiting', 'a claim, median, ms', 'p99, ms', 'a sweep, median, ms', 'p99, ms'],
      waitingRows.map(({ size, claims, sweeps }) => cells(String(size), timesOf(claims), timesOf(sweeps))),
    ),
    '',
    missedGoals.length === 0 ? 'All goals are met.' : `Missed: ${missedGoals.join(' ')}`,
  ]
}

function sharesOf({ plain, named, share, namedShare }) {
  return cells(
    plain.perSecond.toFixed(0),
    medianAndP99(plain),
    share.toFixed(2),
    String(SHARE_GOAL),
    named.perSecond.toFixed(0),
    namedShare.toFixed(2),
  )
}
