/** The reasons for which a request cannot be met. The page translates these codes. */
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
  /**
   * The prompt's own words, at most 60 characters. For `camera-between` and `fixed-by-effect`, the names of the ignored moves and
   * distortions; for `language`, which concerns the whole prompt, ''.
   */
  readonly words: string
}
