import type { CDPSession, Page } from '@playwright/test'
import { RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'
import { findReachFaults } from '../../fixtures/page/reach-faults.ts'
import { coveredAtEnd, screenFaults } from './screen-faults.ts'
import { settled } from './settled.ts'

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
const STANDARD_PX = 16
const FIXED_PX = 13

export interface Read {
  (what: string, readings?: readonly Reading[]): Promise<string[]>
  /** The number of checked controls for each reading, by its label. */
  readonly checkedCounts: ReadonlyMap<string, number>
}

/** Returns a function that checks the current screen in several window sizes and with text twice as large. */
export async function reading(page: Page, ordinary: readonly Reading[] = READINGS): Promise<Read> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const checkedCounts = new Map<string, number>()
  const read = async (what: string, readings: readonly Reading[] = ordinary) => {
    const faults: string[] = []
    const before = page.viewportSize()
    for (const { label, width, height, scale } of readings) {
      await setScale(page, session, scale)
      const isLaidOut = page.evaluate(windowRests, { width, height, ms: 2 * RESIZE_DEBOUNCE_MS })
      await page.setViewportSize({ width, height })
      await isLaidOut
      await settled(page)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const seen = [...(await screenFaults(page)), ...(await coveredAtEnd(page))]
      const reach = await page.evaluate(findReachFaults)
      checkedCounts.set(label, (checkedCounts.get(label) ?? 0) + reach.controls)
      for (const fault of [...seen, ...reach.faults]) faults.push(`${what}, ${label}: ${fault}`)
    }
    await setScale(page, session, 1)
    if (before !== null) await page.setViewportSize(before)
    return faults
  }
  return Object.assign(read, { checkedCounts })
}

/** The page updates its layout once the window's size has not changed for a while. This resolves `ms` after the last resize. */
function windowRests({ width, height, ms }: { width: number; height: number; ms: number }): Promise<void> {
  return new Promise((resolve) => {
    let resting: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(resting)
      resting = setTimeout(resolve, ms)
    }
    addEventListener('resize', rest)
    if (innerWidth === width && innerHeight === height) rest()
  })
}

/** Sets the text size as the browser and the page do. A reload, which would do the same, would close open layers. */
async function setScale(page: Page, session: CDPSession, scale: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: STANDARD_PX * scale, fixed: FIXED_PX * scale } })
  await page.evaluate((value) => document.documentElement.style.setProperty('--reader-scale', String(value)), scale)
}
