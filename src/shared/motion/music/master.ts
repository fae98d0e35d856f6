import type { Bus } from '#shared/motion/music/bus.ts'
import { samplesOf } from '#shared/motion/music/bus.ts'
import { limit } from '#shared/motion/music/limit.ts'
import { loudnessOf } from '#shared/motion/music/loudness.ts'

/** -16 LUFS, as an energy of `loudnessOf`. */
const WANTED_ENERGY = 0.02945
/** 2.2 dB below full scale: room for what lies between samples and what an encoder adds. */
const CEILING = 0.78
const FADE_IN_S = 0.06
const FADE_OUT_S = 1.1
const FADE_OUT_PART = 0.2
/** What lies below about 25 Hz is not heard and only takes room. */
const RUMBLE = 0.0033

function cutRumble(row: Float32Array): void {
  let slow = 0
  for (let i = 0; i < row.length; i++) {
    slow += RUMBLE * ((row[i] ?? 0) - slow)
    row[i] = (row[i] ?? 0) - slow
  }
}

/** Rises from silence and falls to silence exactly at the last sample. */
function fade(row: Float32Array): void {
  const [rise, fall] = [samplesOf(FADE_IN_S), Math.min(samplesOf(FADE_OUT_S), row.length * FADE_OUT_PART)]
  for (let i = 0; i < row.length; i++) {
    const part = Math.min(1, i / rise, (row.length - 1 - i) / fall)
    row[i] = (row[i] ?? 0) * part * part * (3 - 2 * part)
  }
}

function amplify(row: Float32Array, gain: number): void {
  for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) * gain
}

/** Makes a mix ready to be heard, in place: faded, evenly loud, never clipped. */
export function master(mix: Bus): void {
  for (const row of [mix.left, mix.right]) {
    cutRumble(row)
    fade(row)
  }
  const energy = loudnessOf(mix)
  if (energy === 0) return
  for (const row of [mix.left, mix.right]) amplify(row, Math.sqrt(WANTED_ENERGY / energy))
  limit(mix, CEILING)
}
