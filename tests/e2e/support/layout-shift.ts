import type { BrowserContext, Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

interface Watched extends Window {
  shiftsSeen?: string[]
  shiftSum?: number
}

/** Sums up the layout shifts without user input, in every page of the context. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watchedWindow: Watched = window
    watchedWindow.shiftSum = 0
    watchedWindow.shiftsSeen = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        watchedWindow.shiftSum = (watchedWindow.shiftSum ?? 0) + entry.value
        const movedElements = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
        )
        watchedWindow.shiftsSeen?.push(`${entry.value.toFixed(4)} ${movedElements.join(', ')}`)
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** The page's sum of shifts so far, and the moved elements. */
export function readShifts(page: Page): Promise<{ sum: number; movedElements: string[] }> {
  return page.evaluate(() => {
    const { shiftSum = 0, shiftsSeen = [] }: Watched = window
    return { sum: shiftSum, movedElements: shiftsSeen }
  })
}
