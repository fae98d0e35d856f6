import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'
import { z } from 'zod'
import type { Size } from '#motion/pixels.ts'

const IMAGENET = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] }

/** The settings in the JSON file beside a model. */
const settingsSchema = z.strictObject({
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
  mean: z.array(z.number()).length(3).default(IMAGENET.mean),
  std: z.array(z.number().positive()).length(3).default(IMAGENET.std),
  nearIs: z.enum(['large', 'small']).default('large'),
})

export interface DepthModel {
  /** The input size of the model, in px, for a picture of this size. */
  inputSize(picture: Size): Size
  /** The depth of an RGB picture that has the model's input size, row by row. Near points have large values; the scale is arbitrary. */
  run(rgb: Uint8Array, size: Size): Promise<Size & { readonly values: Float32Array }>
}

/** The path of a model's settings: `depth.json` for `depth.onnx`. */
export function settingsPathOf(modelPath: string): string {
  return path.join(path.dirname(modelPath), `${path.basename(modelPath, path.extname(modelPath))}.json`)
}

/** Loads a model on `threads` threads. Throws one sentence about `DEPTH_MODEL` if it cannot be used. */
export async function openDepthModel(modelPath: string, threads: number): Promise<DepthModel> {
  await access(modelPath).catch((cause: unknown) => {
    throw new Error(`DEPTH_MODEL: can't read the file ${modelPath}.`, { cause })
  })
  const settings = await readSettings(settingsPathOf(modelPath))
  const { InferenceSession, Tensor } = await import('onnxruntime-node').catch((cause: unknown) => {
    throw new Error('DEPTH_MODEL needs the onnxruntime-node package: npm install --include=optional.', { cause })
  })
  const options: InferenceSession.SessionOptions = { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3 }
  const session = await InferenceSession.create(modelPath, options).catch((cause: unknown) => {
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n')
    throw new Error(`DEPTH_MODEL: can't load the model ${modelPath}. (${reason})`, { cause })
  })
  const { name, input } = inputOf(session, modelPath)
  const [output = ''] = session.outputNames

  return {
    inputSize: (picture) => inputSize({ width: settings.width ?? input.width, height: settings.height ?? input.height }, picture),
    async run(rgb, { width, height }) {
      const tensor = new Tensor('float32', toTensor(rgb, { mean: settings.mean, std: settings.std }), [1, 3, height, width])
      const { [output]: outputTensor } = await session.run({ [name]: tensor })
      const depth = readDepth(outputTensor?.data, outputTensor?.dims ?? [])
      return settings.nearIs === 'large' ? depth : { ...depth, values: depth.values.map((value) => -value) }
    },
  }
}

async function readSettings(settingsPath: string): Promise<z.infer<typeof settingsSchema>> {
  const text = await readFile(settingsPath, 'utf8').catch(() => '{}')
  const parsed = settingsSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`DEPTH_MODEL: ${settingsPath}: ${issue?.path.join('.')}: ${issue?.message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a fixed input size from the model; a variable side is undefined. */
function inputOf(
  { inputMetadata, inputNames }: InferenceSession,
  modelPath: string,
): { readonly name: string; readonly input: ModelInput } {
  const [firstInput] = inputMetadata
  const [name = ''] = inputNames
  const fixedSide = (side: number | string | undefined) => (typeof side === 'number' && side > 0 ? side : undefined)
  const isPicture =
    firstInput?.isTensor === true &&
    firstInput.type === 'float32' &&
    firstInput.shape.length === 4 &&
    (fixedSide(firstInput.shape[1]) ?? 3) === 3
  if (inputMetadata.length !== 1 || !isPicture)
    throw new Error(`DEPTH_MODEL: ${modelPath} must have one float32 input of the shape 1, 3, height, width.`)
  return { name, input: { height: fixedSide(firstInput.shape[2]), width: fixedSide(firstInput.shape[3]) } }
}

function readDepth(data: unknown, dims: readonly number[]): Size & { readonly values: Float32Array } {
  const [height = 0, width = 0] = dims.slice(-2)
  if (!(data instanceof Float32Array) || data.length !== width * height) throw new Error('The depth model did not return a map of floats.')
  if (data.some((value) => !Number.isFinite(value))) throw new Error('The depth model returned values that are not finite numbers.')
  return { width, height, values: data }
}

/** Sides in px that a model fixes. */
interface ModelInput {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** The colour scaling per channel, for values from 0 to 1. */
interface Scaling {
  readonly mean: readonly number[]
  readonly std: readonly number[]
}

/** Models with a variable input size divide a picture into patches with this side, in px. */
const PATCH_PX = 14
const SHORT_SIDE_PX = 518
/** The longest side of the input, in px: memory grows with the square of the longer side. */
const LONG_SIDE_PX = 1036

/** The input size for a picture: the model's fixed size, else roughly the picture's ratio in whole patches. */
function inputSize({ width, height }: ModelInput, picture: Size): Size {
  const scale = Math.min(LONG_SIDE_PX / Math.max(picture.width, picture.height), SHORT_SIDE_PX / Math.min(picture.width, picture.height))
  const wholePatchesPx = (side: number) => Math.max(1, Math.round((side * scale) / PATCH_PX)) * PATCH_PX
  return { width: width ?? wholePatchesPx(picture.width), height: height ?? wholePatchesPx(picture.height) }
}

/** Converts RGB bytes to planes of scaled floats, one colour after another. */
function toTensor(rgb: Uint8Array, { mean, std }: Scaling): Float32Array {
  const pixels = rgb.length / 3
  const planes = new Float32Array(rgb.length)
  for (let channel = 0; channel < 3; channel++) {
    const [channelMean, channelStd] = [mean[channel] ?? 0, std[channel] ?? 1]
    for (let pixel = 0; pixel < pixels; pixel++)
      planes[channel * pixels + pixel] = ((rgb[pixel * 3 + channel] ?? 0) / 255 - channelMean) / channelStd
  }
  return planes
}
