/** Why this device rejected a picture, before an upload or a charge. The user chooses another file, unless a code names another remedy. */
export const IMAGE_PROBLEM_CODES = [
  /** The file has no bytes. */
  'image_empty',
  /** The file is not a supported picture type. */
  'image_type',
  /** This browser cannot decode HEIC. The user converts the picture. */
  'image_heic',
  /** The file ends too early and cannot be repaired. The user exports or downloads it again. */
  'image_truncated',
  /** The file has the head of a picture, but the decoder rejects it. */
  'image_broken',
  /** The picture has more pixels than this device may decode. */
  'image_too_many_pixels',
  /** The picture exceeds the upload limit after all shrink passes. */
  'image_too_large',
  /** The shorter side of the picture or crop is below the minimum. The user chooses a larger part. */
  'image_too_small',
] as const
export type ImageProblemCode = (typeof IMAGE_PROBLEM_CODES)[number]

/** Why this device rejected an edit. The video itself is unchanged. */
export const MEDIA_PROBLEM_CODES = [
  /** The video could not be fetched. The user tries again online. */
  'media_missing',
  /** The file is not a readable video or picture. */
  'media_unreadable',
  /** This browser cannot decode the codec of the video. */
  'media_unsupported',
  /** The result has more frames than allowed. The user trims it. */
  'media_too_long',
  /** The sound cannot be decoded. The user chooses a result without sound or another music file. */
  'media_sound',
  /** This browser cannot encode this format. The user chooses another format. */
  'media_no_encoder',
  /** The worker crashed or reported no progress. The user tries again. */
  'media_failed',
  /** The music file is no longer stored on this device. The user chooses it again. */
  'media_music_gone',
] as const

export type MediaProblemCode = (typeof MEDIA_PROBLEM_CODES)[number]
