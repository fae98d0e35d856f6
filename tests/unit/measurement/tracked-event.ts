import { randomUUID } from 'node:crypto'
import type { TrackEvent } from '#shared/api/track.ts'
import type { EventRows } from '#src/measurement/event-queue.ts'

export function trackedEvent(name: string, atMs = 1000): TrackEvent {
  return { id: randomUUID(), name, atMs, fields: {} }
}

/** A device's storage for events, and its content. */
export function localRows(): EventRows & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    list: (prefix) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  }
}
