import path from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { templatePrompt } from '../template-prompts.ts'
import { type Graph, type GraphNode, unknownValues } from './graph.ts'

interface TemplateGraph {
  readonly graph: Graph
  readonly prompt: string
}

export interface Graphs {
  readonly custom: Graph
  readonly headTail: Graph
  /** The graph of an effect; undefined if the effect is not defined. */
  readonly template: (templateId: string | null) => TemplateGraph | undefined
}

const nodeSchema = z.object({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) })
const graphSchema = z.record(z.string(), nodeSchema)
const templatesSchema = z.record(z.string(), z.object({ graph: z.string().min(1).optional(), prompt: z.string().min(1) }))

/**
 * The built-in graphs, overridden by files of a folder: `custom.json`, `head-tail.json`, and `templates.json`. The last defines the prompt
 * of each effect and optionally its graph file (default `custom.json`). Throws one sentence about the first invalid file.
 */
export function loadGraphs(folder: string | undefined): Graphs {
  const custom = readGraph(folder, 'custom.json') ?? WAN_CUSTOM
  const headTail = readGraph(folder, 'head-tail.json') ?? WAN_HEAD_TAIL
  const ownTemplates = new Map<string, TemplateGraph>()
  for (const [id, { graph, prompt }] of Object.entries(readJson(folder, 'templates.json', templatesSchema) ?? {})) {
    const templateGraph = graph === undefined ? custom : readGraph(folder, graph)
    if (templateGraph === undefined)
      throw new Error(`COMFYUI_GRAPH_DIR: templates.json uses ${graph} for ${id}, but this file does not exist.`)
    ownTemplates.set(id, { graph: templateGraph, prompt })
  }
  return {
    custom,
    headTail,
    template(templateId) {
      const prompt = templatePrompt(templateId)
      return ownTemplates.get(templateId ?? '') ?? (prompt === undefined ? undefined : { graph: custom, prompt })
    },
  }
}

function readGraph(folder: string | undefined, name: string): Graph | undefined {
  const graph = readJson(folder, name, graphSchema)
  const [unknownName] = graph === undefined ? [] : unknownValues(graph)
  if (unknownName !== undefined) throw new Error(`COMFYUI_GRAPH_DIR: ${name} uses the unknown value {{${unknownName}}}.`)
  return graph
}

function readJson<Schema extends z.ZodType>(folder: string | undefined, name: string, schema: Schema): z.infer<Schema> | undefined {
  if (folder === undefined) return undefined
  if (!existsSync(folder)) throw new Error(`COMFYUI_GRAPH_DIR: the folder ${folder} does not exist.`)
  const file = path.join(folder, name)
  if (!existsSync(file)) return undefined
  const parsed = schema.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`COMFYUI_GRAPH_DIR: ${name} is not in the API format. Save the graph with "Export (API)".`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The file names under which the models are published. An operator whose files have other names needs own graphs. */
const MODEL_FILES = {
  high: 'wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors',
  low: 'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors',
  words: 'umt5_xxl_fp8_e4m3fn_scaled.safetensors',
  frames: 'wan_2.1_vae.safetensors',
}

const STEPS = 20
/** At this step the low-noise model continues the work of the high-noise model. */
const SWITCH_STEP = 10
const LAST_STEP = 10_000
const SHIFT = 8
/** The negative prompt: content that videos should not show. */
export const UNWANTED_CONTENT =
  'blurry, still image, subtitles, watermark, distorted faces, extra limbs, jpeg artefacts, overexposed, worst quality'

const node = (type: string, inputs: GraphNode['inputs']): GraphNode => ({ class_type: type, inputs })

/** One of the two sampling passes. The second pass continues with the noise that the first leaves. */
function samplingPass(model: string, latent: readonly [string, number], startStep: number, endStep: number): GraphNode {
  const isFirst = startStep === 0
  return node('KSamplerAdvanced', {
    model: [model, 0],
    positive: ['motion', 0],
    negative: ['motion', 1],
    latent_image: latent,
    add_noise: isFirst ? 'enable' : 'disable',
    return_with_leftover_noise: isFirst ? 'enable' : 'disable',
    noise_seed: '{{seed}}',
    steps: STEPS,
    cfg: '{{guidance}}',
    sampler_name: 'euler',
    scheduler: 'simple',
    start_at_step: startStep,
    end_at_step: endStep,
  })
}

function wanGraph(motion: GraphNode, pictures: Graph): Graph {
  return {
    ...pictures,
    motion,
    words: node('CLIPLoader', { clip_name: MODEL_FILES.words, type: 'wan', device: 'default' }),
    vae: node('VAELoader', { vae_name: MODEL_FILES.frames }),
    wanted: node('CLIPTextEncode', { clip: ['words', 0], text: '{{prompt}}' }),
    unwanted: node('CLIPTextEncode', { clip: ['words', 0], text: '{{negativePrompt}}' }),
    highFile: node('UNETLoader', { unet_name: MODEL_FILES.high, weight_dtype: 'default' }),
    lowFile: node('UNETLoader', { unet_name: MODEL_FILES.low, weight_dtype: 'default' }),
    high: node('ModelSamplingSD3', { model: ['highFile', 0], shift: SHIFT }),
    low: node('ModelSamplingSD3', { model: ['lowFile', 0], shift: SHIFT }),
    rough: samplingPass('high', ['motion', 2], 0, SWITCH_STEP),
    fine: samplingPass('low', ['rough', 0], SWITCH_STEP, LAST_STEP),
    frames: node('VAEDecode', { samples: ['fine', 0], vae: ['vae', 0] }),
    video: node('CreateVideo', { images: ['frames', 0], fps: '{{fps}}' }),
    file: node('SaveVideo', { video: ['video', 0], filename_prefix: '{{name}}', format: 'mp4', codec: 'h264' }),
  }
}

const SHARED_INPUTS = {
  positive: ['wanted', 0],
  negative: ['unwanted', 0],
  vae: ['vae', 0],
  width: '{{width}}',
  height: '{{height}}',
  length: '{{frames}}',
  batch_size: 1,
  start_image: ['first', 0],
}

const FIRST_PICTURE: Graph = { first: node('LoadImage', { image: '{{firstPicture}}' }) }

/** Wan 2.2 14B with ComfyUI's built-in nodes, from one picture. */
const WAN_CUSTOM: Graph = wanGraph(node('WanImageToVideo', SHARED_INPUTS), FIRST_PICTURE)

/** The graph of Wan 2.2 14B between a first and a last picture. */
const WAN_HEAD_TAIL: Graph = wanGraph(node('WanFirstLastFrameToVideo', { ...SHARED_INPUTS, end_image: ['last', 0] }), {
  ...FIRST_PICTURE,
  last: node('LoadImage', { image: '{{lastPicture}}' }),
})
