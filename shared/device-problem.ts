/** Why a picture was refused on this device, before anything was uploaded or charged. */
export const IMAGE_PROBLEM_CODES = [
  'image_empty',
  'image_type',
  'image_heic',
  'image_truncated',
  'image_broken',
  'image_too_many_pixels',
  'image_too_large',
  'image_too_small',
] as const
export type ImageProblemCode = (typeof IMAGE_PROBLEM_CODES)[number]

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
