import type { ControlName } from '#motion/controls/motion-controls.ts'
import type { Offer } from '../to-parameters.ts'

/** The ratios of Veo's videos. Veo crops or extends pictures with other ratios. */
export const VEO_RATIOS = ['16:9', '9:16'] as const

/** The settings of Veo. It always adds sound, so its videos get no music. With a key it accepts no seed. */
const CONTROLS: readonly ControlName[] = ['camera', 'overlays', 'grade', 'negativePrompt']

const sharedOffer = {
  durations: ['4s', '6s', '8s'],
  resolutions: ['720p', '1080p'],
  offers: (duration, resolution) => resolution === '720p' || duration === '8s',
  controls: CONTROLS,
} as const satisfies Partial<Offer>

const veo31: Offer = { ...sharedOffer, title: 'Veo 3.1', bestAt: 'Matching speech and sound, in the finest detail' }
const veo31Fast: Offer = { ...sharedOffer, title: 'Veo 3.1 Fast', bestAt: 'Matching speech and sound, with faster results' }

/** Google serves the same models under different names to cloud projects and to keys of the Gemini API. */
export const VEO_MODELS = {
  'veo-3.1-generate-001': veo31,
  'veo-3.1-fast-generate-001': veo31Fast,
  'veo-3.1-generate-preview': veo31,
  'veo-3.1-fast-generate-preview': veo31Fast,
} as const satisfies Record<string, Offer>
export const VEO_CLOUD_NAMES = ['veo-3.1-generate-001', 'veo-3.1-fast-generate-001'] as const
export const VEO_KEY_NAMES = ['veo-3.1-generate-preview', 'veo-3.1-fast-generate-preview'] as const
export const VEO_MODEL_NAMES = [...VEO_CLOUD_NAMES, ...VEO_KEY_NAMES] as const
