import { expect } from 'vitest'
import { type Step, type World, openPage, STUDIO_PATH } from './step.ts'
import { choosePhoto } from './videos.ts'

const PAGE_PATHS = [
  '/',
  '/explore',
  '/ai/creation',
  '/video-effects',
  STUDIO_PATH,
  '/pricing',
  '/home',
  '/ai/setting',
  '/support',
  '/ai/ledger',
]
const RETURNS = 20
const RETURNS_PER_VIDEO = 5
const LOADS = 40
const QUICK_RELOADS = 60
const BALANCE = /^\d[\d,]* points available/

export const pageSteps: readonly Step[] = [
  {
    name: `${RETURNS} ways back, and generate after every fifth`,
    async run(world) {
      const person = await openPage(world, world.browser, STUDIO_PATH)
      await choosePhoto(person, world)
      for (let returns = 1; returns <= RETURNS; returns += 1) {
        await person.tab.goTo(`${world.server.origin}/explore`)
        await person.sees(BALANCE)
        await person.tab.back()
        await person.sees(/^New video$/)
        await person.sees(BALANCE)
        if (returns % RETURNS_PER_VIDEO > 0) continue
        const prompt = `After ${returns} ways back`
        await person.write(/^Describe the motion/, prompt)
        const tasksBefore = await countTasks(world)
        await person.press(/^Generate · \d+ points$/)
        await person.sees(new RegExp(`^Video: ${prompt}$`))
        expect(await countTasks(world)).toBe(tasksBefore + 1)
        expect(await person.tab.evaluate(() => document.querySelector('[role="alert"]')?.textContent ?? '')).toBe('')
      }
    },
  },
  {
    name: `${LOADS} page loads, each with its balance`,
    async run(world) {
      const person = await openPage(world, world.browser, '/home')
      for (let load = 0; load < LOADS; load += 1) {
        await person.tab.goTo(world.server.origin + PAGE_PATHS[load % PAGE_PATHS.length])
        await person.sees(BALANCE)
      }
    },
  },
  {
    name: `${QUICK_RELOADS} reloads that nobody waits for, then the balance`,
    async run(world) {
      const person = await openPage(world, world.browser, '/ai/creation')
      for (let load = 0; load < QUICK_RELOADS; load += 1) {
        // The page may reload itself at the same time, which makes this reload fail and does not matter.
        await person.tab.reload().catch(() => undefined)
      }
      await person.sees(BALANCE)
      await person.sees(/^Video: /)
    },
  },
]

/** Counts the tasks of all users. */
async function countTasks({ server }: World): Promise<number> {
  const { rows } = await server.database.execute('select id from task', [])
  return rows.length
}
