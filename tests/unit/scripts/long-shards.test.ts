import { describe, expect, it } from 'vitest'
import { longWorks, parseShard, planShards, readList, SHARDS, shardOfCommit } from '../../../scripts/test/long-shards.mjs'

interface Work {
  readonly file: string
  readonly project: string | null
  readonly seconds: number
}

const LISTED_FILES = [
  { file: 'tests/e2e/many-tabs.spec.ts', project: 'alone', tests: 1 },
  { file: 'tests/e2e/many-tabs.spec.ts', project: 'together', tests: 2 },
  ...Array.from({ length: 30 }, (_, index) => ({ file: `tests/e2e/file-${index}.spec.ts`, project: 'together', tests: 1 + (index % 9) })),
]
const FOUND_FILES = ['tests/unit/hub/schedules.test.ts', 'tests/unit/shared/crop.test.ts', 'tests/server/ledger.test.ts']
const keyOf = ({ file, project }: Work) => `${project} ${file}`

describe('the long tests in shards', () => {
  const works: Work[] = longWorks(LISTED_FILES, FOUND_FILES)
  const shards: { works: Work[]; seconds: number }[] = planShards(works, SHARDS)

  it('are all there, each in one shard', () => {
    const shardKeys = shards.flatMap((shard) => shard.works).map(keyOf)
    expect(new Set(shardKeys).size).toBe(shardKeys.length)
    expect(shardKeys.toSorted()).toEqual(works.map(keyOf).toSorted())
    expect(works).toHaveLength(LISTED_FILES.length + 20 + 2)
  })

  it('are spread the same way whatever the order in which they are listed', () => {
    expect(planShards(longWorks(LISTED_FILES.toReversed(), FOUND_FILES.toReversed()).toReversed(), SHARDS)).toEqual(shards)
  })

  it('need a similar time, no shard longer than its longest file or a fair part of all', () => {
    const totalSeconds = works.reduce((sum, { seconds }) => sum + seconds, 0)
    const longestSeconds = Math.max(...works.map(({ seconds }) => seconds))
    const mostSeconds = Math.max(...shards.map(({ seconds }) => seconds))
    expect(mostSeconds).toBeLessThanOrEqual(Math.max(longestSeconds, (1.2 * totalSeconds) / SHARDS))
  })

  it('are one shard when all of them are requested', () => {
    const [onlyShard, ...others] = planShards(works, 1)
    expect([onlyShard?.works.length, others]).toEqual([works.length, []])
  })
})

describe('the list of Playwright', () => {
  it('is parsed as files with the number of tests of each project', () => {
    const spec = (...projects: string[]) => ({ tests: projects.map((projectName) => ({ projectName })) })
    const group = { file: 'a.spec.ts', specs: [spec('one'), spec('one', 'two')] }
    const report = { suites: [{ file: 'a.spec.ts', specs: [spec('one')], suites: [group] }] }
    expect(readList(report, (file: string) => `e2e/${file}`)).toEqual([
      { file: 'e2e/a.spec.ts', project: 'one', tests: 3 },
      { file: 'e2e/a.spec.ts', project: 'two', tests: 1 },
    ])
  })
})

describe('the chosen shard', () => {
  it('is the named one, or all', () => {
    expect(parseShard(['--shard=3/8'])).toEqual({ shard: 3, count: 8 })
    expect(parseShard([])).toEqual({ shard: 1, count: 1 })
    for (const wrongArgument of ['--shard=0/8', '--shard=9/8', '--shard=3', '--grep=x']) expect(parseShard([wrongArgument])).toBeNull()
  })

  it('is another one with each of eight commits, and the first without a history', () => {
    const shardNumbers = Array.from({ length: SHARDS }, (_, index) => shardOfCommit(100 + index))
    expect(shardNumbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(shardOfCommit(null)).toBe(1)
  })
})
