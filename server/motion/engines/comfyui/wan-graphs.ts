import type { Graph, GraphNode } from './graph.ts'

/** Model files as their publisher names them; other names need graphs of one's own. */
const FILES = {
  high: 'wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors',
  low: 'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors',
  words: 'umt5_xxl_fp8_e4m3fn_scaled.safetensors',
  frames: 'wan_2.1_vae.safetensors',
}

const STEPS = 20
/** The high-noise model draws the first half, the low-noise model the second. */
const SWITCH_STEP = 10
const LAST_STEP = 10_000
const SHIFT = 8
const UNWANTED = 'blurry, still image, subtitles, watermark, distorted faces, extra limbs, jpeg artefacts, overexposed, worst quality'

const node = (type: string, inputs: GraphNode['inputs']): GraphNode => ({ class_type: type, inputs })

/** One sampling pass of the two; what the first leaves unfinished, the second ends. */
function pass(model: string, latent: readonly [string, number], from: number, to: number): GraphNode {
  const isFirst = from === 0
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
    start_at_step: from,
    end_at_step: to,
  })
}

function wanGraph(motion: GraphNode, pictures: Graph): Graph {
  return {
    ...pictures,
    motion,
    words: node('CLIPLoader', { clip_name: FILES.words, type: 'wan', device: 'default' }),
    vae: node('VAELoader', { vae_name: FILES.frames }),
    wanted: node('CLIPTextEncode', { clip: ['words', 0], text: '{{prompt}}' }),
    unwanted: node('CLIPTextEncode', { clip: ['words', 0], text: UNWANTED }),
    highFile: node('UNETLoader', { unet_name: FILES.high, weight_dtype: 'default' }),
    lowFile: node('UNETLoader', { unet_name: FILES.low, weight_dtype: 'default' }),
    high: node('ModelSamplingSD3', { model: ['highFile', 0], shift: SHIFT }),
    low: node('ModelSamplingSD3', { model: ['lowFile', 0], shift: SHIFT }),
    rough: pass('high', ['motion', 2], 0, SWITCH_STEP),
    fine: pass('low', ['rough', 0], SWITCH_STEP, LAST_STEP),
    frames: node('VAEDecode', { samples: ['fine', 0], vae: ['vae', 0] }),
    video: node('CreateVideo', { images: ['frames', 0], fps: '{{fps}}' }),
    file: node('SaveVideo', { video: ['video', 0], filename_prefix: '{{name}}', format: 'mp4', codec: 'h264' }),
  }
}

const SHARED = {
  positive: ['wanted', 0],
  negative: ['unwanted', 0],
  vae: ['vae', 0],
  width: '{{width}}',
  height: '{{height}}',
  length: '{{frames}}',
  batch_size: 1,
  start_image: ['first', 0],
}

const FIRST: Graph = { first: node('LoadImage', { image: '{{firstPicture}}' }) }

/** Wan 2.2 14B by ComfyUI's own nodes: one picture that begins to move. */
export const WAN_CUSTOM: Graph = wanGraph(node('WanImageToVideo', SHARED), FIRST)

/** The same models between a first and a last picture. */
export const WAN_HEAD_TAIL: Graph = wanGraph(node('WanFirstLastFrameToVideo', { ...SHARED, end_image: ['last', 0] }), {
  ...FIRST,
  last: node('LoadImage', { image: '{{lastPicture}}' }),
})
