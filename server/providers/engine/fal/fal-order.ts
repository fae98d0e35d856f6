import type { EngineRequest } from '#server/providers/engine/engine.ts'
import type { FalModel, FalOrder } from './fal-models.ts'
import sharp from 'sharp'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { NO_EFFECT_TEXT, NO_OPTION_TEXT, PICTURE_TEXT } from '#server/providers/engine/remote/remote-texts.ts'
import { templatePrompt } from '#server/providers/engine/template-prompts.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { refuseUnreadable, uprightSize } from '#server/render/prepare-source.ts'

/** The longer side of a picture that is sent, in px: more than the largest video needs. */
const MAX_SIDE_PX = 2048
const QUALITY = 92
/** A service that asks for words gets some. */
const DEFAULT_PROMPT = 'Natural, gentle movement'

/** What to send for a request. The pictures go inside it, so that none of them lies at an address of somebody else. */
export async function makeFalOrder(model: FalModel, request: EngineRequest): Promise<FalOrder> {
  const { bizType, imagePaths, duration, resolution } = request
  const [first, last = first] = imagePaths
  if (first === undefined || last === undefined) throw new EngineFailure(PICTURE_TEXT)
  if (!model.durations.includes(duration) || !model.offers(duration, resolution)) throw new EngineFailure(NO_OPTION_TEXT)
  const prompt = promptOf(request)
  const size = await uprightSize(first)
  const sent = await dataAddress(first)
  const pictures = { first: sent, last: last === first ? sent : await dataAddress(last), size }
  return bizType === 'HEAD_TAIL' ? model.transition(request, prompt, pictures) : model.image(request, prompt, pictures)
}

function promptOf({ bizType, templateId, prompt }: EngineRequest): string {
  if (bizType !== 'TEMPLATE') return prompt.trim() === '' ? DEFAULT_PROMPT : prompt
  const effect = templatePrompt(templateId)
  if (effect === undefined) throw new EngineFailure(NO_EFFECT_TEXT)
  return prompt.trim() === '' ? effect : `${effect}. ${prompt}`.slice(0, MAX_PROMPT_LENGTH)
}

async function dataAddress(path: string): Promise<string> {
  const picture = sharp(path).autoOrient().flatten({ background: 'white' })
  const fitted = picture.resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
  const bytes = await fitted.jpeg({ quality: QUALITY }).toBuffer().catch(refuseUnreadable)
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
