/** Why an edit was refused on this device; the video itself is unchanged. */
export const MEDIA_PROBLEM_CODES = [
  'media_missing',
  'media_unreadable',
  'media_unsupported',
  'media_too_long',
  'media_sound',
  'media_no_encoder',
  'media_failed',
  'media_music_gone',
] as const
export type MediaProblemCode = (typeof MEDIA_PROBLEM_CODES)[number]
