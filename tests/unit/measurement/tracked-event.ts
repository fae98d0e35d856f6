import { randomUUID } from 'node:crypto'
import type { TrackEvent } from '#shared/api/track.ts'
import type { EventRows } from '#src/measurement/event-queue.ts'

export function trackedEvent(name: string, atMs = 1000): TrackEvent {
  return { id: randomUUID(), name, atMs, fields: {} }
}

/** A fake of the device's storage for events, and its content. */
export function localRows(): EventRows & { readonly storedRows: ReadonlyMap<string, string> } {
  const storedRows = new Map<string, string>()
  return {
    storedRows,
    list: (prefix) => [...storedRows.keys()].filter((name) => name.startsWith(prefix)),
    read: (name) => storedRows.get(name) ?? null,
    write: (name, value) => void storedRows.set(name, value),
    remove: (name) => void storedRows.delete(name),
  }
}
