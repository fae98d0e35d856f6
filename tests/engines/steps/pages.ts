import { expect } from 'vitest'
import type { Step } from './step.ts'
import { openPage, STUDIO_PATH } from './step.ts'
import { choosePhoto } from './videos.ts'

const PAGES = ['/', '/explore', '/ai/creation', '/video-effects', STUDIO_PATH, '/pricing', '/home', '/ai/setting', '/support', '/ai/ledger']
const LOADS = 20
const BALANCE = /^\d[\d,]* points available/
const COMMIT_PATH = '/api/v1/ai/i2v/gen/custom'

export const pageSteps: readonly Step[] = [
  {
    name: 'back, then generate',
    async run(world) {
      const person = await openPage(world, world.browser, STUDIO_PATH)
      await choosePhoto(person, world)
      await person.tab.goTo(`${world.server.origin}/explore`)
      await person.sees(BALANCE)
      await person.tab.back()
      await person.sees(/^New video$/)
      await person.write(/^How should it move\?/, 'After the way back')
      const before = world.server.timesOf(COMMIT_PATH).length
      await person.press(/^Generate · \d+ points$/)
      await person.sees(/^Video: After the way back$/)
      expect(world.server.timesOf(COMMIT_PATH)).toHaveLength(before + 1)
      expect(await person.tab.evaluate(() => document.querySelector('[role="alert"]')?.textContent ?? '')).toBe('')
    },
  },
  {
    name: `${LOADS} page loads, each with its balance`,
    async run(world) {
      const person = await openPage(world, world.browser, '/home')
      for (let load = 0; load < LOADS; load += 1) {
        await person.tab.goTo(world.server.origin + PAGES[load % PAGES.length])
        await person.sees(BALANCE)
      }
    },
  },
]
