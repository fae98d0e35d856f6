/** A wavetable tone: `body` is sustained, `shine` is added and fades out. Partials are amplitudes of the 1st, 2nd, … harmonic. */
export interface ToneSound {
  readonly kind: 'tone'
  readonly body: readonly number[]
  readonly shine: readonly number[]
  readonly attackS: number
  /** Seconds until a tone has decayed to a thousandth; null if it does not decay before its release. */
  readonly decayS: number | null
  readonly shineS: number
  readonly releaseS: number
  /** Detuned voices, spread over the stereo field. */
  readonly voices: number
  readonly detuneCents: number
  readonly vibratoCents: number
}

/** FM: a sine modulated by another sine at `ratio` times its pitch; `bend` is the largest modulation, in turns. */
export interface BellSound {
  readonly kind: 'bell'
  readonly ratio: number
  readonly bend: number
  readonly bendS: number
  readonly attackS: number
  readonly decayS: number
  readonly releaseS: number
}

/** A plucked string (Karplus-Strong): noise in a delay loop as long as the wave. */
export interface StringSound {
  readonly kind: 'string'
  /** The brightness of the tone: 0 dull, 1 bright. */
  readonly shine: number
  readonly decayS: number
  readonly releaseS: number
}

export type Sound = ToneSound | BellSound | StringSound

/** Harmonics 1 to `count` with falling amplitudes, as in strings and reeds. */
function fallingAmplitudes(count: number, curve: 'soft' | 'full'): number[] {
  return Array.from({ length: count }, (_, i) => (curve === 'soft' ? 1 / ((i + 1) * (i + 1)) : 1 / (i + 1)))
}

const SUSTAINED_TONE = { kind: 'tone', decayS: null, vibratoCents: 0 } as const
const STRUCK_TONE = { kind: 'tone', voices: 2, vibratoCents: 0, attackS: 0.004 } as const

/** The sounds of all instruments. */
export const INSTRUMENTS = {
  warmPad: {
    ...SUSTAINED_TONE,
    body: fallingAmplitudes(8, 'soft'),
    shine: fallingAmplitudes(20, 'full'),
    attackS: 0.45,
    shineS: 2.2,
    releaseS: 0.9,
    voices: 3,
    detuneCents: 4,
  },
  airPad: {
    ...SUSTAINED_TONE,
    body: [1, 0.12, 0.2, 0, 0.06],
    shine: [0, 0, 0.1, 0.14, 0, 0.1],
    attackS: 0.7,
    shineS: 4,
    releaseS: 1.2,
    voices: 2,
    detuneCents: 3,
  },
  darkPad: {
    ...SUSTAINED_TONE,
    body: [1, 0.5, 0.12, 0.06],
    shine: fallingAmplitudes(10, 'soft'),
    attackS: 0.6,
    shineS: 3,
    releaseS: 1.1,
    voices: 2,
    detuneCents: 3,
  },
  strings: {
    ...SUSTAINED_TONE,
    body: fallingAmplitudes(9, 'soft'),
    shine: fallingAmplitudes(24, 'full'),
    attackS: 0.14,
    shineS: 6,
    releaseS: 0.45,
    voices: 3,
    detuneCents: 5,
    vibratoCents: 9,
  },
  brass: {
    ...SUSTAINED_TONE,
    body: fallingAmplitudes(7, 'soft'),
    shine: fallingAmplitudes(18, 'full'),
    attackS: 0.07,
    shineS: 1.6,
    releaseS: 0.35,
    voices: 3,
    detuneCents: 4,
    vibratoCents: 5,
  },
  flute: {
    ...SUSTAINED_TONE,
    body: [1, 0.22, 0.08, 0.03],
    shine: [0, 0.2, 0.15, 0.1],
    attackS: 0.07,
    shineS: 0.5,
    releaseS: 0.22,
    voices: 1,
    detuneCents: 0,
    vibratoCents: 12,
  },
  piano: {
    ...STRUCK_TONE,
    body: [1, 0.42, 0.2, 0.1, 0.05],
    shine: [0.3, 0.5, 0.45, 0.36, 0.26, 0.2, 0.14, 0.1, 0.06],
    decayS: 5,
    shineS: 1.1,
    releaseS: 0.35,
    detuneCents: 2,
  },
  softPiano: {
    ...STRUCK_TONE,
    body: [1, 0.34, 0.1, 0.04],
    shine: [0.1, 0.3, 0.2, 0.12, 0.06],
    attackS: 0.008,
    decayS: 6,
    shineS: 0.9,
    releaseS: 0.5,
    detuneCents: 2,
  },
  marimba: {
    ...STRUCK_TONE,
    body: [1, 0, 0.02, 0.05],
    shine: [0.1, 0, 0, 0.7, 0, 0, 0, 0, 0, 0.25],
    attackS: 0.002,
    decayS: 1.6,
    shineS: 0.16,
    releaseS: 0.3,
    detuneCents: 1,
  },
  synth: {
    ...STRUCK_TONE,
    body: fallingAmplitudes(8, 'soft'),
    shine: fallingAmplitudes(22, 'full'),
    attackS: 0.003,
    decayS: 1.4,
    shineS: 0.4,
    releaseS: 0.14,
    detuneCents: 6,
  },
  keys: { kind: 'bell', ratio: 1, bend: 0.26, bendS: 1.6, attackS: 0.003, decayS: 4.5, releaseS: 0.3 },
  bell: { kind: 'bell', ratio: 3.5, bend: 0.3, bendS: 1.6, attackS: 0.001, decayS: 3.2, releaseS: 1.4 },
  celesta: { kind: 'bell', ratio: 4, bend: 0.16, bendS: 0.35, attackS: 0.001, decayS: 2.2, releaseS: 0.8 },
  harp: { kind: 'string', shine: 0.22, decayS: 3.2, releaseS: 0.8 },
  guitar: { kind: 'string', shine: 0.4, decayS: 3.6, releaseS: 0.25 },
  pizzicato: { kind: 'string', shine: 0.25, decayS: 0.8, releaseS: 0.2 },
  subBass: {
    ...SUSTAINED_TONE,
    body: [1, 0.22, 0.05],
    shine: [0, 0.3, 0.16, 0.08],
    attackS: 0.03,
    shineS: 0.8,
    releaseS: 0.22,
    voices: 1,
    detuneCents: 0,
  },
  roundBass: {
    ...STRUCK_TONE,
    body: [1, 0.4, 0.14, 0.05],
    shine: [0, 0.4, 0.35, 0.25, 0.15, 0.08],
    decayS: 3,
    shineS: 0.35,
    releaseS: 0.1,
    voices: 1,
    detuneCents: 0,
  },
  pulseBass: {
    ...STRUCK_TONE,
    body: [1, 0.45, 0.22, 0.1],
    shine: fallingAmplitudes(14, 'full'),
    decayS: 0.9,
    shineS: 0.22,
    releaseS: 0.06,
    detuneCents: 4,
  },
} as const satisfies Record<string, Sound>
export type Instrument = keyof typeof INSTRUMENTS
