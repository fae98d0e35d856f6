export const picture = { width: 3, height: 2 }
/** A plain wish to sketch. */
export const request = {
  bizType: 'CUSTOM',
  prompt: '',
  templateId: null,
  picture,
  durationSeconds: 4,
  imageFidelity: 0,
  seed: 1,
  take: 0,
} as const
