import type { TrackEvents } from './track-events.ts'
import { preferences } from './preferences.ts'

export type TrackName = keyof TrackEvents
export type TrackSink = <Name extends TrackName>(name: Name, payload: TrackEvents[Name]) => void

/** More than a start brings before somebody listens. */
const MAX_HELD = 50

const sinks = new Set<TrackSink>()
let held: ((sink: TrackSink) => void)[] = []

/** Tells every sink. Before the first one comes an event waits for it, if it may be told at all; else nobody hears of it. */
export function track<Name extends TrackName>(name: Name, payload: TrackEvents[Name]): void {
  for (const sink of sinks) sink(name, payload)
  const mayWait = sinks.size === 0 && held.length < MAX_HELD && preferences.usageConsent === 'granted'
  if (mayWait) held.push((sink) => sink(name, payload))
}

export function addTrackSink(sink: TrackSink): () => void {
  sinks.add(sink)
  const waiting = held
  held = []
  for (const tell of waiting) tell(sink)
  return () => sinks.delete(sink)
}

/** What waits for a listener is not to be told any more. */
export function forgetHeldEvents(): void {
  held = []
}
