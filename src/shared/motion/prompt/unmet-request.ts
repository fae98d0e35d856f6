/** Why a wish cannot be met: a code that the page turns into words. */
export const UNMET_REASONS = [
  'acts',
  'speaks',
  'sound',
  'appears',
  'vanishes',
  'changes',
  'writing',
  'camera-between',
  'fixed-by-effect',
  'language',
] as const
export type UnmetReason = (typeof UNMET_REASONS)[number]

/** Something a prompt asked for that this renderer cannot do. */
export interface UnmetRequest {
  readonly reason: UnmetReason
  /** The prompt's own words, at most 60 characters, or the names of what was read; empty when it is about the whole prompt. */
  readonly words: string
}
