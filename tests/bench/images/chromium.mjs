import { chromium } from 'playwright'
import { findChrome } from '../../../scripts/find-chrome.mjs'
import { createMemoryMeter } from './measure-memory.mjs'

/** Opens a new tab for each job, which gives the job a new process. Null if no Chrome or Chromium is installed. */
export async function openChromium(server) {
  const executablePath = findChrome()
  if (executablePath === undefined) return null
  const browser = await chromium.launch({ executablePath })
  const session = await browser.newBrowserCDPSession()
  const startMeter = createMemoryMeter(async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  })

  async function measure(job, photo) {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      let meter
      const answer = server.run(job, photo, async () => (meter = await startMeter?.()))
      await page.goto(server.url)
      const facts = await answer
      return { ...facts, memory: meter?.stop() }
    } finally {
      await context.close()
    }
  }

  return { version: `Chromium ${browser.version()}`, measure, close: () => browser.close() }
}
