/** Why a request cannot be met: a code that the page translates into text. */
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
  /** The prompt's own words, at most 60 characters, or the names of what was understood; empty where it concerns the whole prompt. */
  readonly words: string
}
