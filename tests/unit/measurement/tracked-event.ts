import { randomUUID } from 'node:crypto'
import type { TrackEvent } from '#shared/api/track.ts'
import type { EventRows } from '#src/measurement/event-queue.ts'

export function trackedEvent(name: string, atMs = 1000): TrackEvent {
  return { id: randomUUID(), name, atMs, fields: {} }
}

/** A fake of the device's storage for events, and its content. */
export function localRows(): EventRows & { readonly stored: ReadonlyMap<string, string> } {
  const stored = new Map<string, string>()
  return {
    stored,
    list: (prefix) => [...stored.keys()].filter((name) => name.startsWith(prefix)),
    read: (name) => stored.get(name) ?? null,
    write: (name, value) => void stored.set(name, value),
    remove: (name) => void stored.delete(name),
  }
}
