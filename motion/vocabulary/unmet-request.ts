/** Why a request cannot be met, as a code that the page translates. */
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

/** A request of a prompt that this renderer does not support. */
export interface UnmetRequest {
  readonly reason: UnmetReason
  /** The prompt's own words, at most 60 characters, or the names of the understood parts; empty if it concerns the whole prompt. */
  readonly words: string
}
