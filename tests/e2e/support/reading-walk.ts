import { type Page, expect, test } from '@playwright/test'
import { type Reading, READINGS, createReader } from './reading.ts'

export type ReadingWalk = Awaited<ReturnType<typeof readingWalk>>

/** Collects the faults of each screen that a test reads, and counts the checked controls. */
export async function readingWalk(page: Page, readings: readonly Reading[] = READINGS) {
  const read = await createReader(page, readings)
  const faults: string[] = []
  return {
    read,
    check: async (state: string, ...only: readonly Reading[]) => {
      faults.push(...(await read(state, only.length === 0 ? readings : only)))
    },
    expectReadable: () => {
      const { title, annotations } = test.info()
      const counts = [...read.checkedCounts].map(([label, count]) => `${count} controls at ${label}`).join(', ')
      console.log(`${title}: ${counts}`)
      annotations.push({ type: 'controls', description: counts })
      expect(read.checkedCounts.size).toBeGreaterThan(0)
      expect(faults).toEqual([])
    },
  }
}
