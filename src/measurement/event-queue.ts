import type { TrackEvent } from '#shared/api/track.ts'
import { MAX_QUEUED_EVENTS } from '#shared/domain/measurement-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

/** Storage for events that outlives the page. It may lose events. */
export interface EventRows {
  /** Lists the names that start with `prefix`. */
  readonly list: (prefix: string) => readonly string[]
  readonly read: (name: string) => string | null
  readonly write: (name: string, value: string) => void
  readonly remove: (name: string) => void
}

export interface EventQueue {
  readonly add: (event: TrackEvent) => void
  readonly readFirst: (addedCount: number) => readonly TrackEvent[]
  readonly remove: (events: readonly TrackEvent[]) => void
  /** Deletes all events, including those of other tabs. */
  readonly clear: () => void
}

const NAME_PREFIX = `${LOCAL_KEYS.usageQueue}/`

/**
 * A queue of events, oldest first. Each event is stored at once under its own key, so that tabs do not overwrite each other. A page
 * starts with the events of earlier pages. Above MAX_QUEUED_EVENTS, the oldest event is dropped. Rule: docs/measurement.md, "Usage".
 */
export function createEventQueue(rows: EventRows): EventQueue {
  const eventsByName = new Map<string, TrackEvent>()
  let addedCount = 0

  function removeEvent(name: string): void {
    eventsByName.delete(name)
    rows.remove(name)
  }

  function enqueue(name: string, event: TrackEvent): void {
    eventsByName.set(name, event)
    const [oldestName] = eventsByName.keys()
    if (eventsByName.size > MAX_QUEUED_EVENTS && oldestName !== undefined) removeEvent(oldestName)
  }

  for (const name of rows.list(NAME_PREFIX).toSorted()) {
    const event = parseEvent(rows.read(name))
    if (event === null) rows.remove(name)
    else enqueue(name, event)
  }

  return {
    add(event) {
      addedCount += 1
      const name = `${NAME_PREFIX}${event.atMs}-${String(addedCount).padStart(6, '0')}-${event.id}`
      rows.write(name, JSON.stringify(event))
      enqueue(name, event)
    },
    readFirst: (count) => [...eventsByName.values()].slice(0, count),
    remove(events) {
      const ids = new Set(events.map(({ id }) => id))
      for (const [name, { id }] of eventsByName) if (ids.has(id)) removeEvent(name)
    },
    clear() {
      eventsByName.clear()
      for (const name of rows.list(NAME_PREFIX)) rows.remove(name)
    },
  }
}

/** Reads a stored event. Only its shape is checked: only this file writes it, and the server rejects broken events. */
function parseEvent(text: string | null): TrackEvent | null {
  try {
    const raw = JSON.parse(text ?? 'null') as Partial<TrackEvent> | null
    const hasShape = typeof raw?.id === 'string' && typeof raw.name === 'string' && Number.isInteger(raw.atMs)
    return hasShape && typeof raw.fields === 'object' && raw.fields !== null ? (raw as TrackEvent) : null
  } catch {
    return null
  }
}
