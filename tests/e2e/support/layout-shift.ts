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
    const watched: Watched = window
    watched.shiftSum = 0
    watched.shiftsSeen = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        watched.shiftSum = (watched.shiftSum ?? 0) + entry.value
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
        )
        watched.shiftsSeen?.push(`${entry.value.toFixed(4)} ${moved.join(', ')}`)
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** The page's sum of shifts so far, and the moved elements. */
export function shifts(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(() => {
    const { shiftSum = 0, shiftsSeen = [] }: Watched = window
    return { sum: shiftSum, moved: shiftsSeen }
  })
}
