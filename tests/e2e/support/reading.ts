import type { CDPSession, Page } from '@playwright/test'
import { RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'
import { findReachFaults } from '../../fixtures/page/reach-faults.ts'
import { coveredAtEnd, screenFaults } from './screen-faults.ts'
import { untilSettled } from './settled.ts'

/** A window size in px, and the factor by which the text is enlarged. */
export interface Reading {
  readonly label: string
  readonly width: number
  readonly height: number
  readonly scale: number
}

export const NARROW: Reading = { label: '320 px', width: 320, height: 568, scale: 1 }
export const WIDE: Reading = { label: '200 % on a desktop', width: 1440, height: 900, scale: 2 }
export const DESKTOP: Reading = { label: '1440 px', width: 1440, height: 900, scale: 1 }
export const READINGS: readonly Reading[] = [
  WIDE,
  NARROW,
  { label: '200 % on a phone', width: 393, height: 852, scale: 2 },
  { label: '393 px', width: 393, height: 852, scale: 1 },
  { label: 'a phone held sideways', width: 852, height: 393, scale: 1 },
  { label: '820 px', width: 820, height: 1180, scale: 1 },
  DESKTOP,
]
const STANDARD_FONT_PX = 16
const FIXED_FONT_PX = 13

export interface ScreenReader {
  (state: string, readings?: readonly Reading[]): Promise<string[]>
  /** The number of checked controls for each reading, by its label. */
  readonly checkedCounts: ReadonlyMap<string, number>
}

/** Returns a function that checks the current screen in several window sizes and with text twice as large. */
export async function createReader(page: Page, defaultReadings: readonly Reading[] = READINGS): Promise<ScreenReader> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const checkedCounts = new Map<string, number>()
  const read = async (state: string, readings: readonly Reading[] = defaultReadings) => {
    const faults: string[] = []
    const sizeBefore = page.viewportSize()
    for (const { label, width, height, scale } of readings) {
      await setScale(page, session, scale)
      const layoutDone = page.evaluate(untilWindowRests, { width, height, ms: 2 * RESIZE_DEBOUNCE_MS })
      await page.setViewportSize({ width, height })
      await layoutDone
      await untilSettled(page)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const visibleFaults = [...(await screenFaults(page)), ...(await coveredAtEnd(page))]
      const reach = await page.evaluate(findReachFaults)
      checkedCounts.set(label, (checkedCounts.get(label) ?? 0) + reach.controls)
      for (const fault of [...visibleFaults, ...reach.faults]) faults.push(`${state}, ${label}: ${fault}`)
    }
    await setScale(page, session, 1)
    if (sizeBefore !== null) await page.setViewportSize(sizeBefore)
    return faults
  }
  return Object.assign(read, { checkedCounts })
}

/** Resolves `ms` after the last resize, because the page updates its layout only once the window's size has not changed for a while. */
function untilWindowRests({ width, height, ms }: { width: number; height: number; ms: number }): Promise<void> {
  return new Promise((resolve) => {
    let restTimer: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(restTimer)
      restTimer = setTimeout(resolve, ms)
    }
    addEventListener('resize', restartTimer)
    if (innerWidth === width && innerHeight === height) restartTimer()
  })
}

/** Sets the browser's font sizes, and the scale that the page derives from them only when it loads. A reload would close open layers. */
async function setScale(page: Page, session: CDPSession, scale: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: STANDARD_FONT_PX * scale, fixed: FIXED_FONT_PX * scale } })
  await page.evaluate((value) => document.documentElement.style.setProperty('--reader-scale', String(value)), scale)
}
