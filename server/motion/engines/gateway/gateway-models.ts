import type { ControlName } from '#motion/controls/motion-controls.ts'
import type { Offer } from '../to-parameters.ts'

/** A model of the gateway; every provider's models have the same order format. */
export interface GatewayModel extends Offer {
  /** The supported ratios; undefined if its videos have the ratio of the picture. */
  readonly ratios?: readonly [Ratio, ...Ratio[]]
  /** The model can generate sound with the video. */
  readonly hasSound?: true
  readonly hasSeed?: true
}
type Ratio = '16:9' | '9:16' | '1:1'

const CONTROLS: readonly ControlName[] = ['camera', 'overlays', 'grade', 'music']

const kling3: GatewayModel = {
  title: 'Kling 3.0',
  bestAt: 'People and objects move naturally, also between 2 photos',
  durations: ['4s', '6s', '8s', '10s'],
  resolutions: ['720p', '1080p'],
  offers: () => true,
  controls: CONTROLS,
  hasSound: true,
}

const seedance15: GatewayModel = {
  title: 'Seedance 1.5 Pro',
  bestAt: 'Speech and sound, in videos of any length',
  durations: ['4s', '6s', '8s', '10s'],
  resolutions: ['480p', '720p', '1080p'],
  offers: () => true,
  controls: CONTROLS,
  hasSound: true,
  hasSeed: true,
}

/** Wan 2.6 does not support a last picture. */
const wan26: GatewayModel = {
  title: 'Wan 2.6',
  bestAt: 'Several shots in one video, from 1 photo',
  durations: ['4s', '6s', '8s', '10s'],
  resolutions: ['720p', '1080p'],
  offers: () => true,
  controls: CONTROLS,
  isWithoutEnd: true,
  hasSeed: true,
}

const veo31Fast: GatewayModel = {
  title: 'Veo 3.1 Fast',
  bestAt: 'Matching speech and sound, with faster results',
  durations: ['4s', '6s', '8s'],
  resolutions: ['720p', '1080p'],
  offers: (duration, resolution) => resolution === '720p' || duration === '8s',
  controls: CONTROLS,
  ratios: ['16:9', '9:16'],
  hasSound: true,
  hasSeed: true,
}

export const GATEWAY_MODELS = {
  'klingai/kling-v3.0-i2v': kling3,
  'bytedance/seedance-v1.5-pro': seedance15,
  'alibaba/wan-v2.6-i2v': wan26,
  'google/veo-3.1-fast-generate-001': veo31Fast,
} as const satisfies Record<string, GatewayModel>
export const GATEWAY_MODEL_NAMES = [
  'klingai/kling-v3.0-i2v',
  'bytedance/seedance-v1.5-pro',
  'alibaba/wan-v2.6-i2v',
  'google/veo-3.1-fast-generate-001',
] as const
