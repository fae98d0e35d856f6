import { expect } from 'vitest'
import { until } from '../person.ts'
import { type Step, type World, openPage, STUDIO_PATH } from './step.ts'
import { choosePhoto } from './videos.ts'

const QUERY_PATH = '/api/v1/ai/i2v/query/batch'
const MINUTE_MS = 60_000
const MIN_POLLS = 18
const MAX_POLLS = 20
const LEAST_GAP_MS = 2900
const TAB_COUNT = 8
const BALANCE = /\d[\d,]* points available/
/** One poll interval, and the time until the second tab detects that the first one is gone. */
const LONGEST_GAP_MS = 3000 + 1000
const MORE_POLLS = 3
const MORE_POLLS_WAIT_MS = 30_000

export const tabSteps: readonly Step[] = [
  {
    name: `${TAB_COUNT} tabs ask 18 to 20 times a minute`,
    async run(world) {
      const { release, firstPerson, secondPerson } = await openTwoTabs(world, 'Watched by many')
      for (let tab = 2; tab < TAB_COUNT; tab += 1) await (await openPage(world, world.browser, '/ai/creation')).sees(BALANCE)
      const readPolls = followPolls(world)
      const startMs = performance.now()
      await until(async () => performance.now() - startMs, 2 * MINUTE_MS).toBeGreaterThanOrEqual(MINUTE_MS)
      const pollTimesMs = readPolls()
      release()
      for (const person of [firstPerson, secondPerson]) await person.sees(/^Video: Watched by many$/)
      const gaps = pollTimesMs.slice(1).map((atMs, index) => atMs - (pollTimesMs[index] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LEAST_GAP_MS)
      expect(pollTimesMs.length).toBeGreaterThanOrEqual(MIN_POLLS)
      expect(pollTimesMs.length).toBeLessThanOrEqual(MAX_POLLS)
    },
  },
  {
    name: 'the first tab is closed, the other one goes on',
    async run(world) {
      const { release, firstPerson, secondPerson } = await openTwoTabs(world, 'Handed on')
      const readPolls = followPolls(world)
      await until(async () => readPolls().length, MORE_POLLS_WAIT_MS).toBeGreaterThan(0)
      await firstPerson.tab.close()
      const readLaterPolls = followPolls(world)
      await until(async () => readLaterPolls().length, MORE_POLLS_WAIT_MS).toBeGreaterThanOrEqual(MORE_POLLS)
      const pollTimesMs = readPolls()
      const gaps = pollTimesMs.slice(1).map((atMs, index) => atMs - (pollTimesMs[index] ?? 0))
      expect(Math.max(...gaps)).toBeLessThanOrEqual(LONGEST_GAP_MS)
      release()
      await secondPerson.sees(/^Video: Handed on$/)
    },
  },
]

/** Opens two tabs, and commits a video in the first one. The engine holds this video. */
async function openTwoTabs(world: World, prompt: string) {
  const pausedEngine = world.server.holdVideos()
  const firstPerson = await openPage(world, world.browser, STUDIO_PATH)
  await choosePhoto(firstPerson, world)
  await firstPerson.write(/^Describe the motion/, prompt)
  const secondPerson = await openPage(world, world.browser, STUDIO_PATH)
  await secondPerson.sees(/^New video$/)
  await firstPerson.press(/^Generate · \d+ points$/)
  await until(async () => pausedEngine.paused.length).toBe(1)
  return { firstPerson, secondPerson, release: () => pausedEngine.release() }
}

function followPolls({ server }: World): () => number[] {
  const sinceMs = performance.now()
  return () => server.timesOf(QUERY_PATH).filter((atMs) => atMs > sinceMs)
}
