import { SAMPLE_RATE } from './music.ts'

/** Two channels of samples; sounds are added to them. */
export interface Bus {
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
}

export function makeBus(length: number): Bus {
  return { left: new Float32Array(length), right: new Float32Array(length) }
}

export function toSampleCount(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE)
}

const LN_1000 = 6.907755278982137

/** The factor per sample with which a thousandth remains after `seconds`. */
export function fadePerSample(seconds: number): number {
  return 1 - LN_1000 / (LN_1000 + seconds * SAMPLE_RATE)
}

/** Integer powers by squaring, because the built-in function may differ between engines. */
export function power(base: number, exponent: number): number {
  if (exponent === 0) return 1
  const halfPower = power(base, Math.floor(exponent / 2))
  return exponent % 2 === 0 ? halfPower * halfPower : halfPower * halfPower * base
}

const TENTH_ROOT_OF_TEN = 1.2589254117941673

/** The amplitude of a level in dB, which is rounded to half a dB. */
export function amplitudeOf(levelDb: number): number {
  const halfDbSteps = Math.round(Math.abs(levelDb) * 2)
  const fourthPower = power(TENTH_ROOT_OF_TEN, halfDbSteps)
  const amplitude = Math.sqrt(Math.sqrt(fourthPower))
  return levelDb < 0 ? 1 / amplitude : amplitude
}
