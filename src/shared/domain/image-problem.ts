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
