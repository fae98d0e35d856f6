import type { EngineRequest } from '../engine.ts'
import type { Size } from '#shared/motion/picture.ts'
import type { Graph } from './graph.ts'
import type { Graphs } from './load-graphs.ts'
import sharp from 'sharp'
import { EngineFailure } from '../engine.ts'
import { NO_EFFECT_TEXT, NO_OPTION_TEXT, PICTURE_TEXT } from '../remote/remote-errors.ts'
import { refuseUnreadable, uprightSize } from '#server/motion/render/prepare-source.ts'
import { fillGraph } from './graph.ts'
import { WAN_FPS, WAN_OFFER, wanFrames, wanGuidance, wanSeed, wanSize } from './wan-options.ts'

const QUALITY = 95

export interface ComfyPicture {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What a request needs: its pictures, to be uploaded first, and the graph once it is known what they are called there. */
export interface ComfyPlan {
  readonly pictures: readonly ComfyPicture[]
  readonly graphFor: (pictureNames: readonly string[]) => Graph
}

export async function planComfy(graphs: Graphs, request: EngineRequest): Promise<ComfyPlan> {
  const { taskId, imagePaths, duration, resolution, imageFidelity } = request
  const offer: { readonly durations: readonly string[]; readonly resolutions: readonly string[] } = WAN_OFFER
  if (!offer.durations.includes(duration) || !offer.resolutions.includes(resolution)) throw new EngineFailure(NO_OPTION_TEXT)
  const { graph, prompt } = chooseGraph(graphs, request)
  const [first] = imagePaths
  if (first === undefined) throw new EngineFailure(PICTURE_TEXT)
  const size = wanSize(await uprightSize(first), resolution)
  const pictures = await Promise.all(
    imagePaths.map(async (path, index) => ({ name: `kinora-${taskId}-${index}.jpg`, bytes: await fitted(path, size) })),
  )
  const values = {
    ...size,
    prompt,
    frames: wanFrames(duration),
    fps: WAN_FPS,
    seed: wanSeed(request),
    guidance: wanGuidance(imageFidelity),
  }
  return {
    pictures,
    graphFor([firstPicture = '', lastPicture = firstPicture]) {
      return fillGraph(graph, { ...values, firstPicture, lastPicture, name: `kinora/${taskId}` })
    },
  }
}

function chooseGraph(graphs: Graphs, { bizType, templateId, prompt }: EngineRequest): { graph: Graph; prompt: string } {
  if (bizType === 'HEAD_TAIL') return { graph: graphs.headTail, prompt }
  if (bizType === 'CUSTOM') return { graph: graphs.custom, prompt }
  const effect = graphs.template(templateId)
  if (effect === undefined) throw new EngineFailure(NO_EFFECT_TEXT)
  return { graph: effect.graph, prompt: prompt.trim() === '' ? effect.prompt : `${effect.prompt}. ${prompt}` }
}

async function fitted(path: string, { width, height }: Size): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(path).autoOrient().flatten({ background: 'white' }).resize(width, height, { fit: 'cover' })
  return new Uint8Array(await picture.toColourspace('srgb').jpeg({ quality: QUALITY }).toBuffer().catch(refuseUnreadable))
}
