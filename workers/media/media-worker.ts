import { expose } from 'comlink'
import { BufferTarget, EncodedAudioPacketSource, type MetadataTags, Mp4OutputFormat, Output } from 'mediabunny'
import * as contract from '#shared/contract/media-contract.ts'
import type { ProgressMessage } from '#shared/contract/progress-message.ts'
import { MAX_EDIT_FRAMES, estimateFrames, planSpans, ratioPart, resultFrames } from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { stateLevel } from '#shared/h264/state-level.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { canWriteWebp, encodeAnimation, encodeStill, estimateAnimation } from './encode-images.ts'
import { type VideoEncoderKind, openVideoEncoding, videoEncoders } from './encode-video.ts'
import { type Sound, arrangeSound, encodeSound, soundOfMusic, soundOfShots } from './mix-sound.ts'
import { type Clip, MediaFailure, openClip } from './open-clip.ts'
import { type Shot, pickFrames, playSpans, readShots } from './play-order.ts'
import { SKETCH_COLOURS, openSketch } from './render-sketch.ts'

type Frames = AsyncIterable<Uint8Array<ArrayBuffer>>
type ClipShot = Shot & { readonly clip: Clip }

/** An order with opened clips. Its frames can be read again for a second encoder. */
interface Edit {
  readonly shots: readonly ClipShot[]
  readonly size: { readonly width: number; readonly height: number }
  readonly frames: number
  readonly play: () => Frames
}

const api: contract.MediaApi = {
  inspect: (file) =>
    orProblem(async () => {
      const clip = await openClip(file)
      const { width, height, frames, hasSound } = clip
      clip.close()
      return { width, height, frames, hasSound }
    }),
  make: (order) => orProblem(() => withClips(order, makeMedia)),
  estimate: (order) => orProblem(() => withClips(order, estimateBytes)),
  sketch: (order) =>
    orProblem(async () => {
      const sketch = await openSketch(order)
      const blob = await makeTrack(videoEncoders(sketch.size), sketch, SKETCH_COLOURS, null, SKETCH_TAGS)
      return { blob, ...sketch.size, frames: sketch.frames }
    }),
  async formats() {
    const hasWebp = await canWriteWebp()
    return contract.MEDIA_FORMATS.filter((format) => format !== 'webp' || hasWebp)
  },
}

expose(api)

async function withClips<Order extends contract.EditOrder, T>(
  order: Order,
  work: (order: Order, clips: readonly Clip[]) => Promise<T>,
): Promise<T> {
  const clips = await openClips(order)
  try {
    return await work(order, clips)
  } finally {
    for (const clip of clips) clip.close()
  }
}

async function openClips({ clips: files, sounds }: contract.EditOrder): Promise<readonly Clip[]> {
  const clips: Clip[] = []
  for (const [index, file] of files.entries()) clips.push(await openClip(file, sounds?.[index]))
  return clips
}

async function makeMedia(order: contract.EditOrder, clips: readonly Clip[]): Promise<contract.MadeMedia> {
  const { format, stillFrame } = order
  const [firstClip] = clips
  if (firstClip === undefined) throw new Error('A play order needs at least one video.')
  const { colorSpace } = firstClip
  if (format === 'png' || format === 'jpeg') {
    const shot = { clip: firstClip, from: stillFrame, to: stillFrame + 1, part: order.crop }
    const blob = await encodeStill({ ...order.crop, colorSpace, frames: readShots([shot], order.crop)(0, 1) }, format)
    return { blob, width: order.crop.width, height: order.crop.height, frames: 1 }
  }
  const edit = planEdit(order, clips, firstClip)
  if (edit.frames > MAX_EDIT_FRAMES) throw new MediaFailure('media_too_long')
  if (format === 'mp4') return { blob: await makeVideo(order, edit, colorSpace), ...edit.size, frames: edit.frames }
  const animation = await encodeAnimation({ ...edit.size, colorSpace, frames: edit.play() }, edit.frames, format, reportShare)
  return { ...animation, frames: edit.frames }
}

async function estimateBytes(order: contract.AnimationOrder, clips: readonly Clip[]): Promise<number> {
  const [firstClip] = clips
  if (firstClip === undefined) throw new Error('A play order needs at least one video.')
  const { size, shots, frames } = planEdit(order, clips, firstClip)
  if (frames > MAX_EDIT_FRAMES) throw new MediaFailure('media_too_long')
  const pickedFrames = estimateFrames(sumFrames(shots))
  const sample = { ...size, colorSpace: firstClip.colorSpace, frames: pickFrames(shots, pickedFrames, size) }
  return estimateAnimation(sample, pickedFrames, frames, order.format)
}

function planEdit({ trim, crop, loop }: contract.EditOrder, clips: readonly Clip[], firstClip: Clip): Edit {
  const size = { width: crop.width, height: crop.height }
  const shots = clips.map((clip) => {
    return clip === firstClip ? { clip, ...trim, part: crop } : { clip, from: 0, to: clip.frames, part: ratioPart(clip, size) }
  })
  const totalFrames = sumFrames(shots)
  return {
    shots,
    size,
    frames: resultFrames(totalFrames, loop),
    play: () => playSpans(planSpans(totalFrames, loop), readShots(shots, size), size),
  }
}

/** The sound is encoded first, so that its failure comes before the long work. */
async function makeVideo(order: contract.EditOrder, edit: Edit, colorSpace: VideoColorSpaceInit): Promise<Blob> {
  const sound = await soundOf(order, edit)
  const addSound = sound === null ? null : await encodeSound(sound)
  return makeTrack(order.usesBuiltInEncoder === true ? ['built-in'] : videoEncoders(edit.size), edit, colorSpace, addSound)
}

type FrameTrack = Pick<Edit, 'size' | 'frames' | 'play'>
type AddSound = Awaited<ReturnType<typeof encodeSound>> | null

const SKETCH_TAGS: MetadataTags = { title: 'Sketch', description: 'A preview of a video that was not rendered' }

/** The video from the first encoder that does not fail. */
async function makeTrack(
  encoderKinds: readonly VideoEncoderKind[] | Promise<readonly VideoEncoderKind[]>,
  frameTrack: FrameTrack,
  colorSpace: VideoColorSpaceInit,
  addSound: AddSound,
  tags: MetadataTags = {},
): Promise<Blob> {
  for (const kind of await encoderKinds) {
    const video = await encodeWith(kind, frameTrack, colorSpace, addSound, tags)
    if (video !== null) return video
  }
  throw new MediaFailure('media_no_encoder')
}

async function soundOf({ sound, loop }: contract.EditOrder, { shots, frames }: Edit): Promise<Sound | null> {
  if (sound.kind === 'none') return null
  if (sound.kind === 'music') return soundOfMusic(sound, frames)
  const clipSound = await soundOfShots(shots)
  return clipSound === null ? null : arrangeSound(clipSound, planSpans(sumFrames(shots), loop))
}

function sumFrames(shots: readonly ClipShot[]): number {
  return shots.reduce((sum, { from, to }) => sum + to - from, 0)
}

/**
 * Encodes frames with one encoder, and adds the sound. Null if the browser's encoder failed. Throws if the built-in encoder failed or a clip can't be read.
 */
async function encodeWith(
  kind: VideoEncoderKind,
  frameTrack: FrameTrack,
  colorSpace: VideoColorSpaceInit,
  addSound: AddSound,
  tags: MetadataTags,
): Promise<Blob | null> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.setMetadataTags(tags)
  const video = await openVideoEncoding(kind, frameTrack.size, colorSpace)
  output.addVideoTrack(video.source, { frameRate: FRAMES_PER_SECOND })
  const soundTrack = addSound && new EncodedAudioPacketSource('aac')
  if (soundTrack) output.addAudioTrack(soundTrack)
  await output.start()
  try {
    for await (const frame of withProgress(frameTrack)) await video.add(frame)
    await video.finish()
  } catch (error) {
    await output.cancel()
    if (error instanceof MediaFailure || kind === 'built-in') throw error
    console.warn('Browser encoder failed.', error)
    return null
  }
  if (soundTrack) await addSound(soundTrack)
  await output.finalize()
  if (target.buffer === null) throw new Error('The muxer returned no file.')
  stateLevel(new Uint8Array(target.buffer), FRAMES_PER_SECOND)
  return new Blob([target.buffer], { type: 'video/mp4' })
}

let bestShare = 0

/** The frames of an edit; reports the progress. */
async function* withProgress({ frames, play }: Pick<FrameTrack, 'frames' | 'play'>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let doneFrames = 0
  for await (const frame of play()) {
    yield frame
    doneFrames += 1
    reportShare(doneFrames / frames)
  }
}

/** Reports the finished share of the current order, from 0 to 1. The reported share never decreases. */
function reportShare(share: number): void {
  bestShare = Math.max(bestShare, share)
  postMessage({ progress: bestShare } satisfies ProgressMessage<number>)
}

async function orProblem<T>(work: () => Promise<T>): Promise<Result<T, contract.MediaProblem>> {
  bestShare = 0
  try {
    return ok(await work())
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return fail({ code: error.code, detail: error.message })
  }
}
