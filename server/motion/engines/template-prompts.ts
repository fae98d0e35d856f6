import { cutText } from '#shared/domain/cut-text.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { type EngineRequest, EngineFailure } from '../engine.ts'
import { NO_EFFECT_TEXT } from './remote/call-remote.ts'

/** The prompt for users without one, because services require a prompt. */
const DEFAULT_PROMPT = 'Natural, gentle movement'

/** The prompt of each effect, by `templateId`, for engines that generate video instead of moving a camera. */
const EFFECT_PROMPTS: Readonly<Record<string, string>> = {
  earthquake: 'The ground shakes violently, the camera trembles, dust rises and small things fall over',
  heartbeat: 'The scene pulses softly with a slow heartbeat, the camera moving in and out on every beat, warm light',
  underwater: 'The scene is deep under water, slow currents, drifting bubbles, light rays from above',
  'water-rings': 'The scene is seen on a calm water surface, rings spread from falling drops',
  'paper-flag': 'The picture waves in the wind like a paper flag',
  whirlpool: 'The scene is drawn into a slow whirlpool and comes back',
  kaleidoscope: 'The scene turns into a slowly rotating kaleidoscope',
  'mirror-world': 'The scene folds into its own mirror image, seamless and dreamlike',
  'crystal-ball': 'The scene is seen through a crystal ball that glides across it',
  jelly: 'Everything wobbles gently like jelly',
  'rubber-bounce': 'The subject bounces happily as if made of rubber',
  'confetti-party': 'Colourful confetti rains down, festive light, cheerful mood',
  'first-snow': 'The first snow falls in large soft flakes, cold quiet light, slow push in',
  'midnight-rain': 'Heavy rain at night, wet reflections, moody and dark, slow camera move',
  thunderstorm: 'A thunderstorm with heavy rain, wind and flashes of lightning',
  'fog-bank': 'A thick bank of fog drifts through the scene, slow camera move forward',
  'desert-heat': 'Shimmering desert heat, glowing air, slow zoom in',
  'cherry-blossoms': 'Cherry blossom petals drift through the scene, soft romantic light, slow orbit of the camera',
  'golden-hour': 'Warm low sun of the golden hour wanders over the scene, soft flares, slow camera move',
  daybreak: 'The sun rises, light grows from darkness to a bright morning',
  'campfire-embers': 'Glowing embers of a campfire rise, flickering warm light',
  'city-bokeh': 'City lights glow as soft drifting bokeh in the background',
  'neon-pulse': 'Neon lights pulse in magenta and cyan to a beat',
  'dream-haze': 'A soft glowing haze, dreamlike slow motion',
  vertigo: 'A dolly zoom: the camera moves in while the background stretches away',
  'hyper-zoom': 'The camera zooms in with sudden fast steps, energetic',
  'drone-rise': 'The camera rises like a drone and reveals the wide scene',
  'frozen-moment': 'Time stands still while the camera glides around the frozen subject',
  boomerang: 'A short movement plays forwards and backwards in a playful loop',
  'big-reveal': 'The camera pulls back from a detail and reveals the whole scene, epic',
  'lullaby-sway': 'The camera sways slowly and gently like a lullaby',
  'old-film': 'An old black and white film with scratches, dust and flicker',
  'film-noir': 'High-contrast black and white film noir, hard shadows, drifting smoke',
  'summer-memories': 'A faded home movie of a warm summer, light leaks, handheld camera',
  'instant-photo': 'The picture develops like an instant photo, from pale to full colour',
  documentary: 'A calm documentary shot with a slow pan and natural movement',
  blockbuster: 'A cinematic blockbuster shot, teal and orange, dramatic camera move',
  'attic-light': 'Dusty warm light falls into an old attic, slow camera move, faded colours',
  'starlit-night': 'A clear night sky full of stars above the scene, the camera rises slowly',
  fireflies: 'Glowing fireflies drift through the dusk',
  'northern-lights': 'Northern lights wave across the sky in green and violet',
  'center-stage': 'A spotlight finds the subject on a dark stage, the camera circles it',
  'autumn-wind': 'Wind carries autumn leaves through the scene, hair and clothes move',
  'pop-art': 'The scene turns into repeated bright pop art prints that change colours to a beat',
  'melting-time': 'The scene melts slowly like a surreal clock',
  glitch: 'Digital glitches, shifted colours, short bursts of interference',
}

/** The prompt of an effect, by default its name; undefined for an unknown effect. */
export function templatePrompt(templateId: string | null): string | undefined {
  const effect = findEffect(templateId ?? '')
  return effect === null ? undefined : (EFFECT_PROMPTS[effect.id] ?? effect.name)
}

/** The prompt for a service: the effect's words, then the user's prompt. Without an effect, the user's prompt or a default. */
export function makeSentPrompt({ bizType, templateId, prompt }: EngineRequest): string {
  if (bizType !== 'TEMPLATE') return prompt.trim() === '' ? DEFAULT_PROMPT : prompt
  const effectPrompt = templatePrompt(templateId)
  if (effectPrompt === undefined) throw new EngineFailure(NO_EFFECT_TEXT)
  return prompt.trim() === '' ? effectPrompt : cutText(`${effectPrompt}. ${prompt}`, MAX_PROMPT_LENGTH)
}
