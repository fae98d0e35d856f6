import type { Browser, CDPSession, Page } from '@playwright/test'

/** The renderer's CPU time must be this many times that of any other process. */
const CLEAR_FACTOR = 2

/** Finds the process that renders this tab. The tab runs a busy loop, until one process has clearly used most CPU time. */
export async function findRenderer(page: Page, browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  for (;;) {
    const timesBefore = await processTimes(session)
    await page.evaluate(() => {
      const untilMs = performance.now() + 500
      while (performance.now() < untilMs);
    })
    const spentTimes = [...(await processTimes(session))].map(([id, cpuTime]) => ({ id, cpuTime: cpuTime - (timesBefore.get(id) ?? 0) }))
    const [busiest, secondBusiest] = spentTimes.sort((a, b) => b.cpuTime - a.cpuTime)
    if (busiest === undefined) throw new Error('no renderer')
    if (busiest.cpuTime > 0 && busiest.cpuTime >= CLEAR_FACTOR * (secondBusiest?.cpuTime ?? 0)) return busiest.id
  }
}

async function processTimes(session: CDPSession): Promise<Map<number, number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
}

/** Ends every shared worker, as a browser may do at any time, without an event for the tabs. */
export async function endSharedWorkers(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'shared_worker' }] })
  if (targetInfos.length === 0) throw new Error('no shared worker')
  for (const { targetId } of targetInfos) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId })
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'self.close()' } })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
  }
}
