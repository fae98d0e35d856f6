import type { ControlName } from '#motion/controls/motion-controls.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { WAN_FPS, wanFrames } from '../comfyui/wan-options.ts'
import { type EngineRequest, seedOfVariation } from '#server/motion/engine.ts'
import type { Offer } from '../to-parameters.ts'

/** The prompt and pictures of an order; `lastPicture` is undefined without one. Pictures are data URLs. */
export interface ReplicateContent {
  readonly prompt: string
  readonly firstPicture: string
  readonly lastPicture: string | undefined
}

/** A model on Replicate with the inputs of its published schema. */
export interface ReplicateModel extends Offer {
  readonly input: (request: EngineRequest, content: ReplicateContent) => object
}

/** The settings of these models; none of them supports a negative prompt. */
const CONTROLS: readonly ControlName[] = ['camera', 'overlays', 'grade', 'music']

function seedanceInput(request: EngineRequest, { prompt, firstPicture, lastPicture }: ReplicateContent) {
  return {
    prompt,
    image: firstPicture,
    ...(lastPicture !== undefined && { last_frame_image: lastPicture }),
    duration: durationSeconds(request.duration),
    seed: seedOfVariation(request),
  }
}

const seedance1: ReplicateModel = {
  title: 'Seedance 1 Pro',
  bestAt: 'Follows long descriptions of camera and people, up to 1080p',
  durations: ['4s', '6s', '8s', '10s'],
  resolutions: ['480p', '720p', '1080p'],
  offers: () => true,
  controls: CONTROLS,
  input: (request, content) => ({ ...seedanceInput(request, content), resolution: request.resolution }),
}

const seedance15: ReplicateModel = {
  title: 'Seedance 1.5 Pro',
  bestAt: 'Speech and sound, in videos of any length',
  durations: ['4s', '6s', '8s', '10s'],
  resolutions: ['720p'],
  offers: () => true,
  controls: CONTROLS,
  input: (request, content) => ({
    ...seedanceInput(request, content),
    generate_audio: request.aiMusic === 1 && request.controls?.music === undefined,
  }),
}

const HAILUO_RESOLUTION = { '480p': '768p', '720p': '768p', '1080p': '1080p' } as const

/** Hailuo 02 makes at most 6 s at 1080p, and does not support a seed. */
const hailuo02: ReplicateModel = {
  title: 'Hailuo 02',
  bestAt: 'People and objects move with realistic weight',
  durations: ['6s', '10s'],
  resolutions: ['720p', '1080p'],
  offers: (duration, resolution) => !(duration === '10s' && resolution === '1080p'),
  controls: CONTROLS,
  input: ({ duration, resolution }, { prompt, firstPicture, lastPicture }) => ({
    prompt,
    first_frame_image: firstPicture,
    ...(lastPicture !== undefined && { last_frame_image: lastPicture }),
    duration: durationSeconds(duration),
    resolution: HAILUO_RESOLUTION[resolution],
  }),
}

/** Wan 2.2 Fast makes 81 to 121 frames. At its frame rate, only 6 s of our durations fit. */
const wanFast: ReplicateModel = {
  title: 'Wan 2.2 Fast',
  bestAt: 'The fastest and least expensive of these models',
  durations: ['6s'],
  resolutions: ['480p', '720p'],
  offers: () => true,
  controls: CONTROLS,
  input: (request, { prompt, firstPicture, lastPicture }) => ({
    prompt,
    image: firstPicture,
    ...(lastPicture !== undefined && { last_image: lastPicture }),
    num_frames: wanFrames(request.duration),
    frames_per_second: WAN_FPS,
    resolution: request.resolution,
    seed: seedOfVariation(request),
  }),
}

export const REPLICATE_MODELS = {
  'bytedance/seedance-1-pro': seedance1,
  'bytedance/seedance-1.5-pro': seedance15,
  'minimax/hailuo-02': hailuo02,
  'wan-video/wan-2.2-i2v-fast': wanFast,
} as const satisfies Record<string, ReplicateModel>
export const REPLICATE_MODEL_NAMES = [
  'bytedance/seedance-1-pro',
  'bytedance/seedance-1.5-pro',
  'minimax/hailuo-02',
  'wan-video/wan-2.2-i2v-fast',
] as const
