import { type EngineRequest, seedOfVariation } from '#server/motion/engine.ts'
import { nearestRatio } from '../remote/sent-picture.ts'
import type { Offer } from '../to-parameters.ts'
import { WORDED_CONTROLS } from '../control-words.ts'
import type { Size } from '#motion/pixels.ts'
import { type Duration, type Resolution, durationSeconds } from '#shared/domain/generation-options.ts'

export interface FalOrder {
  readonly endpoint: string
  readonly input: object
}

/** The pictures as data URLs, and the size of the first one. */
export interface FalPictures {
  readonly firstPicture: string
  readonly lastPicture: string
  readonly size: Size
}

/** A model on fal, with its order for one picture and its order for a transition. */
export interface FalModel extends Offer {
  readonly image: (request: EngineRequest, prompt: string, pictures: FalPictures) => FalOrder
  readonly transition: (request: EngineRequest, prompt: string, pictures: FalPictures) => FalOrder
}

type PixverseResolution = '540p' | '720p' | '1080p'
const SENT_RESOLUTIONS = { '480p': '540p', '720p': '720p', '1080p': '1080p' } as const satisfies Record<Resolution, PixverseResolution>

const RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16'] as const

function sharedInput(request: EngineRequest, prompt: string) {
  const { resolution, aiMusic, controls } = request
  return {
    prompt,
    resolution: SENT_RESOLUTIONS[resolution],
    seed: seedOfVariation(request),
    generate_audio_switch: aiMusic === 1 && controls?.music === undefined,
    ...(controls?.negativePrompt !== undefined && { negative_prompt: controls.negativePrompt }),
  }
}

/**
 * PixVerse 6 accepts every duration from 1 to 15 s. Its clips have the picture's ratio; its transitions use the nearest supported ratio.
 */
export const pixverse6 = {
  title: 'PixVerse 6',
  bestAt: 'People and objects move as you describe, up to 1080p',
  durations: ['4s', '6s', '8s', '10s'],
  resolutions: ['480p', '720p', '1080p'],
  offers: () => true,
  controls: WORDED_CONTROLS,
  image: (request, prompt, { firstPicture }) => ({
    endpoint: 'fal-ai/pixverse/v6/image-to-video',
    input: { ...sharedInput(request, prompt), duration: durationSeconds(request.duration), image_url: firstPicture },
  }),
  transition: (request, prompt, { firstPicture, lastPicture, size }) => ({
    endpoint: 'fal-ai/pixverse/v6/transition',
    input: {
      ...sharedInput(request, prompt),
      duration: durationSeconds(request.duration),
      aspect_ratio: nearestRatio(size, RATIOS),
      first_image_url: firstPicture,
      end_image_url: lastPicture,
    },
  }),
} as const satisfies FalModel

const PIXVERSE_55_SECONDS = { '8s': '8', '10s': '10' } as const
const sentSeconds = (duration: Duration) => (duration === '10s' ? PIXVERSE_55_SECONDS['10s'] : PIXVERSE_55_SECONDS['8s'])

/** PixVerse 5.5 accepts 5, 8 and 10 s, but at 1080p at most 8 s. */
export const pixverse55 = {
  title: 'PixVerse 5.5',
  bestAt: 'People and objects move as you describe, in long videos',
  durations: ['8s', '10s'],
  resolutions: ['480p', '720p', '1080p'],
  offers: (duration, resolution) => !(duration === '10s' && resolution === '1080p'),
  controls: WORDED_CONTROLS,
  image: (request, prompt, { firstPicture }) => ({
    endpoint: 'fal-ai/pixverse/v5.5/image-to-video',
    input: { ...sharedInput(request, prompt), duration: sentSeconds(request.duration), image_url: firstPicture },
  }),
  transition: (request, prompt, { firstPicture, lastPicture, size }) => ({
    endpoint: 'fal-ai/pixverse/v5.5/transition',
    input: {
      ...sharedInput(request, prompt),
      duration: sentSeconds(request.duration),
      aspect_ratio: nearestRatio(size, RATIOS),
      first_image_url: firstPicture,
      end_image_url: lastPicture,
    },
  }),
} as const satisfies FalModel

export const FAL_MODELS = { 'pixverse-v6': pixverse6, 'pixverse-v5.5': pixverse55 } as const satisfies Record<string, FalModel>
export const FAL_MODEL_NAMES = ['pixverse-v6', 'pixverse-v5.5'] as const
