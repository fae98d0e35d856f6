import type { Creation } from '#shared/api/generation.ts'

export interface CreationDay {
  readonly daysAgo: number
  readonly atMs: number
  readonly variations: readonly Variation[]
}

/** Groups creations, which are listed newest first, by day. The videos of a batch are together, on the day of the newest one. */
export function groupByDay(creations: readonly Creation[], nowMs: number): readonly CreationDay[] {
  const batches = groupBy(creations, ({ batchId }) => batchId)
  const days = groupBy([...batches.values()], (batch) => calendarDaysAgo(newestMs(batch), nowMs))
  return [...days].map(([daysAgo, dayBatches]) => ({
    daysAgo,
    atMs: Math.max(...dayBatches.map(newestMs)),
    variations: dayBatches.flatMap((batch) =>
      batch.map((creation, index) => ({ creation, variationNumber: index + 1, variationCount: batch.length })),
    ),
  }))
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function newestMs(batch: readonly Creation[]): number {
  return Math.max(...batch.map(({ createdAt }) => createdAt))
}

export interface Variation {
  readonly creation: Creation
  /** The number of the video in its batch, from 1. `variationCount` is the number of the batch's videos in the list. */
  readonly variationNumber: number
  readonly variationCount: number
}

/** Splits a day into parts that are rendered together or not at all. A batch is always in one part. */
export function chunkVariations(variations: readonly Variation[], size: number): readonly (readonly Variation[])[] {
  const chunks: Variation[][] = []
  for (const variation of variations) {
    const lastChunk = chunks.at(-1)
    if (lastChunk === undefined || (lastChunk.length >= size && variation.variationNumber === 1)) chunks.push([variation])
    else lastChunk.push(variation)
  }
  return chunks
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The number of days between two times in this device's calendar: 0 is today, 1 is yesterday. */
function calendarDaysAgo(atMs: number, nowMs: number): number {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0)
  return Math.round((midnight(nowMs) - midnight(atMs)) / DAY_MS)
}
