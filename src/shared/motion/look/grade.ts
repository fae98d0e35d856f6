import type { Track } from '#shared/motion/track.ts'

/** A change of colours and light; 0 everywhere changes nothing. */
export interface Grade {
  /** -1 black to 1 twice as bright. */
  readonly exposure?: Track
  /** -1 flat to 1 hard. */
  readonly contrast?: Track
  /** -1 grey to 1 twice as colourful. */
  readonly saturation?: Track
  /** -1 blue to 1 orange. */
  readonly warmth?: Track
  /** -1 green to 1 magenta. */
  readonly tint?: Track
  /** 0 to 1: blacks are lifted, as on old prints. */
  readonly fade?: Track
  /** Colours, each channel -1 to 1, that dark and bright parts lean to. */
  readonly shadows?: readonly [number, number, number]
  readonly highlights?: readonly [number, number, number]
}
