import { type CallAnswer, type CallRequest, ok, refuse } from '#server/verbs/verb.ts'
import type { suggestPrompt as suggestCall, getPromptWords } from '#shared/api/prompts.ts'
import { limitedAddressKey } from '#server/addresses/address-key.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { type PictureContents, MIN_CONFIDENCE } from '#motion/guess-contents.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { findOwnImages } from '#server/pictures/own-images.ts'
import { type PictureFacts, studyPicture } from './study-picture.ts'
import { FIRST_FRAME_WORDS, FIRST_PROMPT_WORDS } from '#shared/domain/prompt-words.ts'

/** Suggests a prompt from statistics of the caller's pictures; uses no model and stores nothing. */
export async function suggestPrompt({ ctx, input }: CallRequest<typeof suggestCall>): Promise<CallAnswer<typeof suggestCall>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const names = await findOwnImages(ctx.db, owner.value, input.images)
  if (names === undefined) return refuse('H3000', ['images'])
  const tryAnswer = await countTry(ctx.db, ctx.nowMs(), LIMITS.suggestByOwner, [owner.value])
  if (!tryAnswer.ok) return tryAnswer
  const client = { addressKey: limitedAddressKey(ctx.caller.address, ctx.secret) }
  const study = (paths: readonly string[]) => ctx.decoding.decode(paths, () => Promise.all(paths.map(studyPicture)), client)
  const factsAnswer = await ctx.media.withLocal(names, study)
  if (!factsAnswer.ok) return factsAnswer
  const [startPicture, endPicture] = factsAnswer.value
  if (startPicture === undefined) return refuse('H3001', ['images'])
  return ok({ prompt: endPicture === undefined ? writePrompt(startPicture) : writeTransition(startPicture, endPicture) })
}

const DARK_BELOW = 0.28
const BRIGHT_FROM = 0.62
const WARM_FROM = 0.08
const COOL_BELOW = -0.05
const GREY_BELOW = 0.06
const COLOURFUL_FROM = 0.32
const PALE_BELOW = 0.12
const HARSH_FROM = 0.28
const LAMPS_FROM = 0.004
const WIDE_FROM = 1.9
const TALL_BELOW = 0.8
/** A subject is off-centre from this distance to the middle on, as a share of the sides. */
const ASIDE_FROM = 0.09
/** The minimum share of detail near a clear subject. Evenly spread detail has a quarter there, a single straight line a half. */
const CLEAR_FROM = 0.6

/** A camera sentence and a light and weather sentence, in words that the renderer parses. */
function writePrompt(facts: PictureFacts): string {
  return `${cameraFor(facts)}. ${lightFor(facts)}.`
}

/** The prompt of a transition. The camera of a transition is fixed, so this is only the light sentence. */
function writeTransition(startPicture: PictureFacts, endPicture: PictureFacts): string {
  const brightnessChange = endPicture.brightness - startPicture.brightness
  const warmthChange = endPicture.warmth - startPicture.warmth
  const airWords =
    Math.abs(brightnessChange) < PALE_BELOW && Math.abs(warmthChange) < WARM_FROM
      ? 'a soft glow'
      : brightnessChange < 0
        ? 'thin mist'
        : 'gentle light leaks'
  const colourWords = endPicture.warmth >= WARM_FROM ? 'warm light' : endPicture.warmth <= COOL_BELOW ? 'cool light' : 'a dreamy mood'
  return `A slow and even transition with ${airWords} and ${colourWords}.`
}

function cameraFor({ ratio, horizon, detailCentre, contents }: PictureFacts): string {
  const side = detailCentre.x < 0 ? 'left' : 'right'
  const isOffCentre = Math.abs(detailCentre.x) > ASIDE_FROM
  if (ratio >= WIDE_FROM) return `The camera pans slowly to the ${side}`
  if (contents.face.confidence >= MIN_CONFIDENCE) return `Slow push in, closer to what may be a face${sideWords(contents.face.x)}`
  if (detailCentre.weight >= CLEAR_FROM) {
    return isOffCentre ? `Slow push in, closer to the subject on the ${side}` : `Slow orbit to the ${side} around the center of the photo`
  }
  if (ratio <= TALL_BELOW) return detailCentre.y > 0 ? 'The camera tilts slowly up' : 'The camera tilts slowly down'
  if (horizon !== null) return horizon > 0.5 ? `The camera rises slowly${skyIn(contents)}` : `Slow dolly in${groundIn(contents)}`
  return isOffCentre ? `The camera drifts slowly to the ${side}` : 'Slow zoom in on the center of the photo'
}

/** Words for the target side of a push in; none for the middle. */
function sideWords(x: number): string {
  return Math.abs(x) <= ASIDE_FROM ? '' : ` on the ${x < 0 ? 'left' : 'right'}`
}

function skyIn({ sky }: PictureContents): string {
  return sky >= MIN_CONFIDENCE ? ' under what looks like a wide sky' : ''
}

/** The more likely of water and ground, if any is likely. */
function groundIn({ water, ground }: PictureContents): string {
  if (Math.max(water, ground) < MIN_CONFIDENCE) return ''
  return water > ground ? ' over what looks like water' : ' over what looks like open ground'
}

function lightFor(facts: PictureFacts): string {
  const { brightness, contrast, warmth, saturation, lamps, horizon } = facts
  if (saturation < GREY_BELOW)
    return contrast > HARSH_FROM ? 'Film noir look with fine film grain' : 'Muted tones, a little mist in the air'
  if (brightness < DARK_BELOW) return nightFor(facts)
  if (warmth > WARM_FROM) return brightness > BRIGHT_FROM ? 'Golden light, gentle light leaks' : 'Warm light with a soft glow'
  if (warmth < COOL_BELOW)
    return contrast < PALE_BELOW ? 'Cool light, thin mist drifts by' : `Cool light${horizon === null ? '' : ', a light breeze'}`
  if (saturation > COLOURFUL_FROM) return 'Cinematic colors, a soft glow'
  return lamps > BRIGHT_FROM ? 'Dreamy mood with a soft glow' : 'Soft glow, a light vignette'
}

function nightFor({ warmth, saturation, lamps }: PictureFacts): string {
  if (warmth > WARM_FROM) return 'Warm light, a few embers drift by'
  if (saturation > COLOURFUL_FROM) return 'Neon light with soft bokeh'
  return lamps > LAMPS_FROM ? 'Moonlight mood with soft bokeh' : 'Moonlight, thin fog'
}

/** Prompt words: camera first, then pace, weather and light; in English, which the renderer parses. */
export const PROMPT_WORDS: readonly string[] = [
  ...FIRST_PROMPT_WORDS,
  'zoom in',
  'handheld camera',
  'static shot',
  'gentle breeze',
  ...FIRST_FRAME_WORDS,
  'soft bokeh',
  'light leaks',
  'golden light',
  'moonlight',
  'neon light',
  'dreamy mood',
  'cinematic look',
  'film grain',
  'black and white film',
  'vintage film',
]

/** Public: the suggested prompt words. */
export async function listWords(): Promise<CallAnswer<typeof getPromptWords>> {
  return ok({ words: [...PROMPT_WORDS] })
}
