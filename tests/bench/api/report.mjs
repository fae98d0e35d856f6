import { tableOf } from '../write-results.mjs'
import { median, p99 } from './rounds.mjs'

const SHARE_GOAL = 0.6
const GROWTH_GOAL = 1.5
const FLOOR_GOALS = { gallery: { bareShare: 0.6 }, poll: { galleryShare: 0.85 }, balance: { galleryShare: 0.8 } }
const FLOOR_NAMES = { bareShare: 'bare Hono', galleryShare: 'the gallery' }
const EMPTY_CELLS = ['', '', '', '', '', '', '']

const cells = (...parts) => parts.flat()
const formatMs = (value) => value.toFixed(2)
const timesOf = (times) => [formatMs(median(times)), formatMs(p99(times))]
const medianAndP99 = (summary) => [formatMs(summary.median), formatMs(summary.p99)]
const growthOf = (rows, timesIn) => median(timesIn(rows.at(-1))) / median(timesIn(rows[0]))

/** The result tables, and one sentence for each missed goal. */
export function reportApi({ compared, floorRows, historyRows, pollRows, waitingRows }) {
  const pageGrowth = growthOf(historyRows, ({ times }) => times)
  const missedGoals = compared
    .filter(({ share }) => share < SHARE_GOAL)
    .map(({ name, share }) => `${name}: ${share.toFixed(2)} × the database alone, ${SHARE_GOAL} is the goal.`)
  if (pageGrowth > GROWTH_GOAL)
    missedGoals.push(`history and poll: ${pageGrowth.toFixed(2)} × at 10,000 creations, ${GROWTH_GOAL} is allowed.`)
  for (const { name, ...shares } of floorRows)
    for (const [share, goal] of Object.entries(FLOOR_GOALS[name] ?? {}))
      if (shares[share] < goal) missedGoals.push(`${name}: ${shares[share].toFixed(2)} × ${FLOOR_NAMES[share]}, ${goal} is the goal.`)
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
    'The way through the server: these calls and bare Hono with the bytes of the gallery, by turns.',
    '',
    ...tableOf(
      ['call', 'requests/s', 'median, ms', 'p99, ms', 'of bare Hono', 'of the gallery'],
      floorRows.map(({ name, perSecond, bareShare, galleryShare, ...times }) =>
        cells(name, perSecond.toFixed(0), medianAndP99(times), bareShare.toFixed(2), galleryShare.toFixed(2)),
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
