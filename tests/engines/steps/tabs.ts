import { expect } from 'vitest'
import { until } from '../person.ts'
import { type Step, type World, openPage, STUDIO_PATH } from './step.ts'
import { choosePhoto } from './videos.ts'

const QUERY_PATH = '/api/v1/ai/i2v/query/batch'
const MINUTE_MS = 60_000
const FEWEST = 18
const MOST = 20
const LEAST_GAP_MS = 2900
const TABS = 8
const BALANCE = /\d[\d,]* points available/
/** One poll interval, and the time until the second tab detects that the first one is gone. */
const LONGEST_GAP_MS = 3000 + 1000
const MORE_QUESTIONS = 3
const MORE_QUESTIONS_WAIT_MS = 30_000

export const tabSteps: readonly Step[] = [
  {
    name: `${TABS} tabs ask 18 to 20 times a minute`,
    async run(world) {
      const { release, first, second } = await openTwoTabs(world, 'Watched by many')
      for (let tab = 2; tab < TABS; tab += 1) await (await openPage(world, world.browser, '/ai/creation')).sees(BALANCE)
      const asked = questionsSince(world)
      const fromMs = performance.now()
      await until(async () => performance.now() - fromMs, 2 * MINUTE_MS).toBeGreaterThanOrEqual(MINUTE_MS)
      const times = asked()
      release()
      for (const person of [first, second]) await person.sees(/^Video: Watched by many$/)
      const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LEAST_GAP_MS)
      expect(times.length).toBeGreaterThanOrEqual(FEWEST)
      expect(times.length).toBeLessThanOrEqual(MOST)
    },
  },
  {
    name: 'the first tab is closed, the other one goes on',
    async run(world) {
      const { release, first, second } = await openTwoTabs(world, 'Handed on')
      const before = questionsSince(world)
      await until(async () => before().length, MORE_QUESTIONS_WAIT_MS).toBeGreaterThan(0)
      await first.tab.close()
      const after = questionsSince(world)
      await until(async () => after().length, MORE_QUESTIONS_WAIT_MS).toBeGreaterThanOrEqual(MORE_QUESTIONS)
      const times = before()
      const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
      expect(Math.max(...gaps)).toBeLessThanOrEqual(LONGEST_GAP_MS)
      release()
      await second.sees(/^Video: Handed on$/)
    },
  },
]

/** Opens two tabs. The first one has committed a video, which is running. */
async function openTwoTabs(world: World, prompt: string) {
  const pausedEngine = world.server.holdVideos()
  const first = await openPage(world, world.browser, STUDIO_PATH)
  await choosePhoto(first, world)
  await first.write(/^Describe the motion/, prompt)
  const second = await openPage(world, world.browser, STUDIO_PATH)
  await second.sees(/^New video$/)
  await first.press(/^Generate · \d+ points$/)
  await until(async () => pausedEngine.paused.length).toBe(1)
  return { first, second, release: () => pausedEngine.release() }
}

function questionsSince({ server }: World): () => number[] {
  const sinceMs = performance.now()
  return () => server.timesOf(QUERY_PATH).filter((atMs) => atMs > sinceMs)
}
