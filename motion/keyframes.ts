import { smoothStep } from './curves.ts'

/** A value at a time, 0 at the first frame and 1 at the last. */
export interface Key {
  readonly at: number
  readonly value: number
}

/** A value over time: constant, or keys in order of time. */
export type Track = number | readonly Key[]

/** The value at a time (0..1): constant before the first key and after the last one, smooth in between without a jump in speed. */
export function valueAt(track: Track, time: number): number {
  if (typeof track === 'number') return track
  let previousKey = track[0]
  for (const key of track) {
    if (key.at >= time) {
      if (!previousKey || previousKey === key || key.at === previousKey.at) return key.value
      return previousKey.value + (key.value - previousKey.value) * smoothStep((time - previousKey.at) / (key.at - previousKey.at))
    }
    previousKey = key
  }
  return previousKey?.value ?? 0
}

/** The greatest distance from 0 that a track reaches. */
export function peakOf(track: Track): number {
  return typeof track === 'number' ? Math.abs(track) : track.reduce((peak, { value }) => Math.max(peak, Math.abs(value)), 0)
}

/** A track with `map` applied to its values. */
export function mapTrack(track: Track, map: (value: number) => number): Track {
  return typeof track === 'number' ? map(track) : track.map(({ at, value }) => ({ at, value: map(value) }))
}
