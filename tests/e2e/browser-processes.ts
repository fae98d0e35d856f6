import type { Browser, Page } from '@playwright/test'

/** The process that renders this tab: the one that is busy while the tab is. */
export async function rendererOf(page: Page, browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
  }
  const before = await times()
  await page.evaluate(() => {
    const untilMs = performance.now() + 500
    while (performance.now() < untilMs);
  })
  const spent = [...(await times())].map(([id, cpuTime]) => ({ id, cpuTime: cpuTime - (before.get(id) ?? 0) }))
  const busiest = spent.sort((a, b) => b.cpuTime - a.cpuTime)[0]
  if (busiest === undefined) throw new Error('no renderer')
  return busiest.id
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
