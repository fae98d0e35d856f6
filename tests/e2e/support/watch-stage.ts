import type { Page } from '@playwright/test'

export interface StageReport {
  /** The number of frames in which the stage showed a commit and nothing scrolled. */
  readonly frames: number
  /** The elements that covered the stage's picture, each once. */
  readonly covering: readonly string[]
  /** The tallest band of the stage without any content, in px. */
  readonly emptyPx: number
  /** The maximum number of toasts at once. */
  readonly toasts: number
  readonly titles: readonly string[]
  /** Titles that did not fit into their line. */
  readonly cutTitles: readonly string[]
}

interface Watched extends Window {
  stageReport?: { frames: number; covering: Set<string>; emptyPx: number; toasts: number; titles: Set<string>; cutTitles: Set<string> }
}

/** Samples every frame from now on: nine points of the stage's picture, the stage's empty bands, and the toasts. */
export async function watchStage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watchedWindow: Watched = window
    const report = {
      frames: 0,
      covering: new Set<string>(),
      emptyPx: 0,
      toasts: 0,
      titles: new Set<string>(),
      cutTitles: new Set<string>(),
    }
    watchedWindow.stageReport = report
    const SHARES = [0.05, 0.5, 0.95]
    let lastScroll = scrollY
    const sample = () => {
      requestAnimationFrame(sample)
      const isAtRest = scrollY === lastScroll
      lastScroll = scrollY
      const stage = document.querySelector('[data-stage]')
      const figure = stage?.querySelector('figure:has(progress, video)')
      const picture = figure?.querySelector('img')
      if (!stage || !figure || !picture || !isAtRest) return
      report.frames += 1
      const { left, top, width, height } = picture.getBoundingClientRect()
      for (const x of SHARES)
        for (const y of SHARES) {
          const hit = document.elementFromPoint(left + width * x, top + height * y)
          if (hit === null || !figure.contains(hit)) report.covering.add(hit?.closest('[class]')?.className.toString() ?? 'outside')
        }
      report.emptyPx = Math.max(report.emptyPx, tallestGap(stage))
      const toasts = [...document.querySelectorAll('[data-sonner-toast]:not([data-removed="true"])')]
      report.toasts = Math.max(report.toasts, toasts.length)
      for (const toast of toasts) {
        const title = toast.querySelector('p')
        report.titles.add(title?.textContent ?? '')
        if (title !== null && title.scrollWidth > title.clientWidth) report.cutTitles.add(title.textContent ?? '')
      }
    }
    function tallestGap(stage: Element): number {
      const { top, bottom } = stage.getBoundingClientRect()
      const isContent = (element: Element) => element.childElementCount === 0 || element.matches('button, a, svg, video, canvas')
      const parts = [...stage.querySelectorAll('*')]
        .filter((element) => isContent(element) && !element.matches('source'))
        .map((element) => element.getBoundingClientRect())
        .filter((box) => box.width > 0 && box.height > 0)
        .toSorted((a, b) => a.top - b.top)
      let [reachedBottom, gap] = [top, 0]
      for (const part of parts) {
        gap = Math.max(gap, part.top - reachedBottom)
        reachedBottom = Math.max(reachedBottom, part.bottom)
      }
      return Math.round(Math.max(gap, bottom - reachedBottom))
    }
    sample()
  })
}

export function stageReport(page: Page): Promise<StageReport> {
  return page.evaluate(() => {
    const { stageReport: report } = window as Watched
    if (report === undefined) throw new Error('The stage is not watched.')
    return { ...report, covering: [...report.covering], titles: [...report.titles], cutTitles: [...report.cutTitles] }
  })
}
