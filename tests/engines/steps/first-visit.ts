import { personAt, until } from '../person.ts'
import type { Step } from './step.ts'

const STORE_WAIT_MS = 60_000

export const firstVisitStep: Step = {
  name: 'first visit: the app comes and is stored',
  async run({ browser, server }) {
    const person = personAt(await browser.newTab())
    await person.tab.goTo(server.origin)
    await person.sees(/^\d[\d,]* points available/)
    await until(() => person.tab.evaluate(() => navigator.serviceWorker.controller?.state), STORE_WAIT_MS).toBe('activated')
  },
}
