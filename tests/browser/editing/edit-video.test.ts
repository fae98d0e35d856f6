import { BufferTarget, CanvasSource, Output, WebMOutputFormat } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EditOrder, MadeMedia } from '#shared/contract/media-contract.ts'
import { CROSS_FADE_FRAMES, ratioPart } from '#shared/domain/editing-rules.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { mediaClient } from '#src/editing/media-client.ts'
import { makeEdit, withPageSound } from '#src/editing/edit-video.ts'
import { silentMp3 } from '../../fixtures/silent-mp3.ts'
import { toneFile } from '../../fixtures/tone-file.ts'
import { readGif } from './read-gif.ts'
import { hertzAt, isApple, loudnessAt, markedVideo, numberOf, readSound, readVideo } from './read-media.ts'

const SIZE = { width: 1280, height: 720 }
const FRAMES = 240
const unabortedSignal = neverAborted()
const measurements: string[] = []

let tenSecondVideo: Blob

beforeAll(async () => {
  tenSecondVideo = await markedVideo({ ...SIZE, frames: FRAMES, hasSound: true })
}, 120_000)

afterAll(() => console.info(measurements.join('\n')))

function makeOrder(changes: Partial<EditOrder> = {}): EditOrder {
  return {
    clips: [tenSecondVideo],
    trim: { from: 0, to: FRAMES },
    crop: ratioPart(SIZE, 'own'),
    loop: 'none',
    sound: { kind: 'own' },
    format: 'mp4',
    stillFrame: 0,
    ...changes,
  }
}

async function makeMedia(name: string, changes: Partial<EditOrder> = {}): Promise<MadeMedia & { readonly shares: readonly number[] }> {
  const shares: number[] = []
  const startedMs = performance.now()
  const onShare = (share: number) => void shares.push(share)
  const result = await (changes.sounds === undefined
    ? makeEdit(makeOrder(changes), mediaClient, unabortedSignal, onShare)
    : mediaClient.make(unabortedSignal, makeOrder(changes), onShare))
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  const seconds = (performance.now() - startedMs) / 1000
  const { blob, frames } = result.value
  measurements.push(`${name}: ${seconds.toFixed(1)} s for ${(frames / 24).toFixed(1)} s, ${(blob.size / 1e6).toFixed(2)} MB`)
  return { ...result.value, shares }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

describe('an edited video of 10 seconds at 720p', () => {
  it('the app shows the video for a check before the user edits it', async () => {
    expect(await mediaClient.inspect(unabortedSignal, tenSecondVideo)).toEqual({
      ok: true,
      value: { ...SIZE, frames: FRAMES, hasSound: true },
    })
  })

  it('is trimmed to the frame, with its sound', async () => {
    const result = await makeMedia('trim 2–8 s', { trim: { from: 50, to: 193 } })
    const video = await readVideo(result.blob)
    expect([video.width, video.height]).toEqual([1280, 720])
    expect(video.numbers).toEqual(range(50, 193))
    expect(video.times.map((time) => Math.round(time * 1000) / 1000)).toEqual(range(0, 143))
    expect(Math.abs(video.fileFrames - 143)).toBeLessThan(0.05)
    expect(video.codec).toMatch(/^avc1\./)
    expect(video.boxes.indexOf('moov')).toBeLessThan(video.boxes.indexOf('mdat'))
    const sound = (await readSound(result.blob))!
    expect(Math.abs(sound.seconds * 24 - 143)).toBeLessThan(0.05)
    // The sound from frame 50 on starts at 2.083 s of the tone: 500 Hz for 0.917 s, then 600 Hz.
    expect(Math.abs(hertzAt(sound, 0.2, 0.85) - 500)).toBeLessThan(8)
    expect(Math.abs(hertzAt(sound, 1, 1.85) - 600)).toBeLessThan(8)
    expect(Math.abs(hertzAt(sound, 0.85, 0.912) - 500)).toBeLessThan(12)
    expect(Math.abs(hertzAt(sound, 0.922, 0.984) - 600)).toBeLessThan(12)
    expect(result.shares.at(-1)).toBe(1)
    expect(result.shares).toEqual(result.shares.toSorted((a, b) => a - b))
  })

  it('loops there and back, no frame twice in a row', async () => {
    const result = await makeMedia('there and back', { loop: 'thereAndBack' })
    const video = await readVideo(result.blob)
    expect(video.numbers).toEqual([...range(0, FRAMES), ...range(1, FRAMES - 1).toReversed()])
    expect(Math.abs(video.fileFrames - (2 * FRAMES - 2))).toBeLessThan(0.05)
    const sound = (await readSound(result.blob))!
    expect(Math.abs(sound.seconds * 24 - (2 * FRAMES - 2))).toBeLessThan(0.05)
    expect(Math.abs(hertzAt(sound, 10.1, 10.8) - 300)).toBeLessThan(8)
  })

  it('fades its end into its beginning', async () => {
    const result = await makeMedia('cross-fade', { loop: 'crossFade' })
    const video = await readVideo(result.blob)
    const remainingFrames = FRAMES - CROSS_FADE_FRAMES
    expect(Math.abs(video.fileFrames - remainingFrames)).toBeLessThan(0.05)
    expect(video.numbers.slice(0, remainingFrames - CROSS_FADE_FRAMES)).toEqual(range(CROSS_FADE_FRAMES, remainingFrames))
    // The bottom band is bright in the last frames of the video and dark in the first ones, so it becomes darker during the fade.
    const fade = video.brightness.slice(-CROSS_FADE_FRAMES)
    for (const [index, brightness] of fade.slice(1).entries()) expect(fade[index]! - brightness).toBeGreaterThan(3)
    expect(fade[0]! - fade.at(-1)).toBeGreaterThan(100)
    expect(video.numbers.at(-1)).toBe(CROSS_FADE_FRAMES - 1)
  })

  it.each([
    ['9:16', 0, { width: 406, height: 720 }, 'left'],
    ['9:16', 1, { width: 406, height: 720 }, 'right'],
    ['1:1', 0.5, { width: 720, height: 720 }, 'middle'],
    ['4:5', 0.5, { width: 576, height: 720 }, 'middle'],
  ] as const)('is cut to %s at %s', async (ratio, at, size, third) => {
    const result = await makeMedia(`ratio ${ratio}`, { crop: ratioPart(SIZE, ratio, at), trim: { from: 0, to: 48 } })
    const video = await readVideo(result.blob)
    expect({ width: video.width, height: video.height }).toEqual(size)
    expect(video.numbers).toEqual(range(0, 48))
    expect(video.third).toBe(third)
  })

  it('gives a still of one frame, as PNG and as JPEG', async () => {
    for (const format of ['png', 'jpeg'] as const) {
      const result = await makeMedia(format, { format, stillFrame: 171 })
      expect(result.blob.type).toBe(`image/${format}`)
      const bitmap = await createImageBitmap(result.blob)
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
      expect([canvas.width, canvas.height, numberOf(canvas)]).toEqual([1280, 720, 171])
    }
  })

  it('becomes an animated GIF', async () => {
    const result = await makeMedia('gif', { format: 'gif', trim: { from: 24, to: 121 } })
    expect(result.blob.type).toBe('image/gif')
    const { width, height, pictures, isEndless, delays } = await readGif(result.blob)
    expect([width, height, pictures.length, isEndless]).toEqual([480, 270, 49, true])
    const canvas = new OffscreenCanvas(width, height)
    const numbers = pictures.map((picture) => {
      canvas.getContext('2d')!.putImageData(new ImageData(picture, width, height), 0, 0)
      return numberOf(canvas)
    })
    expect(numbers).toEqual(range(0, 49).map((index) => 24 + 2 * index))
    expect(delays.reduce((sum, each) => sum + each, 0)).toBe(Math.round((97 / 24) * 100))
    // The browser's own decoder shows the first frame of the GIF, which has the number 24.
    const bitmap = await createImageBitmap(result.blob)
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
    expect(numberOf(canvas)).toBe(24)
  })

  it('becomes an animated WebP where the browser writes them, and does not offer it elsewhere', async () => {
    const format = 'webp'
    const formats = await mediaClient.formats(unabortedSignal)
    if (!formats.ok) throw new Error(formats.error.code)
    expect(formats.value.includes(format)).toBe(!isApple)
    if (isApple) return expect(makeMedia(format, { format })).rejects.toThrow('media_failed')
    const result = await makeMedia(format, { format, trim: { from: 24, to: 121 } })
    expect(result.blob.type).toBe(`image/${format}`)
    const decoder = new ImageDecoder({ data: await result.blob.arrayBuffer(), type: result.blob.type })
    await decoder.tracks.ready
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack!
    expect([frameCount, repetitionCount]).toEqual([49, Infinity])
    const numbers: number[] = []
    let durationUs = 0
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex })
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight)
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      expect([canvas.width, canvas.height]).toEqual([480, 270])
      numbers.push(numberOf(canvas))
      durationUs += image.duration ?? 0
      image.close()
    }
    expect(numbers).toEqual(range(0, 49).map((index) => 24 + 2 * index))
    expect(Math.abs((durationUs / 1e6) * 24 - 97)).toBeLessThan(0.2)
  })

  it('plays own music, repeated where it is shorter, with its volume and fades', async () => {
    const music = { kind: 'music', file: toneFile(880, 3), volume: 0.5, fadeInS: 2, fadeOutS: 2 } as const
    const result = await makeMedia('own music', { sound: music })
    const sound = (await readSound(result.blob))!
    expect(Math.abs(sound.seconds * 24 - FRAMES)).toBeLessThan(0.05)
    expect(Math.abs(hertzAt(sound, 3.2, 5.8) - 880)).toBeLessThan(5)
    expect(Math.abs(hertzAt(sound, 6.2, 7.8) - 880)).toBeLessThan(5)
    const fullLoudness = (16_000 / 32_768 / Math.SQRT2) * 0.5
    expect(Math.abs(loudnessAt(sound, 4, 5) - fullLoudness)).toBeLessThan(0.02)
    expect(loudnessAt(sound, 0, 0.2)).toBeLessThan(fullLoudness * 0.12)
    expect(loudnessAt(sound, 9.8, 10)).toBeLessThan(fullLoudness * 0.12)
    expect((await readVideo(result.blob)).numbers).toEqual(range(0, FRAMES))
  })

  it('plays an MP3', async () => {
    const music = {
      kind: 'music',
      file: new File([silentMp3(2)], 'song.mp3', { type: 'audio/mpeg' }),
      volume: 1,
      fadeInS: 0,
      fadeOutS: 0,
    } as const
    const result = await makeMedia('MP3', { sound: music, trim: { from: 0, to: 48 } })
    const sound = (await readSound(result.blob))!
    expect(Math.abs(sound.seconds * 24 - 48)).toBeLessThan(0.05)
    expect(loudnessAt(sound, 0, 2)).toBeLessThan(0.001)
  })

  it('plays longer music up to its own end, and none without music', async () => {
    const music = { kind: 'music', file: toneFile(660, 30, 48_000), volume: 1, fadeInS: 0, fadeOutS: 0 } as const
    const result = await makeMedia('longer music', { sound: music, trim: { from: 0, to: 50 } })
    const sound = (await readSound(result.blob))!
    expect(Math.abs(sound.seconds * 24 - 50)).toBeLessThan(0.05)
    expect(Math.abs((await readVideo(result.blob)).fileFrames - 50)).toBeLessThan(0.05)
    const silentResult = await makeMedia('no sound', { sound: { kind: 'none' }, trim: { from: 0, to: 50 } })
    expect(await readSound(silentResult.blob)).toBeNull()
  })

  it('has the sound that the page decoded where the worker can decode none', async () => {
    const shortTrim = { trim: { from: 24, to: 72 } }
    const orderWithSound = await withPageSound(makeOrder(shortTrim), mediaClient, unabortedSignal)
    expect(orderWithSound.sounds?.map((sound) => sound?.type)).toEqual(['audio/wav'])
    const ownSound = (await readSound((await makeMedia('decoded by the page', { ...shortTrim, sounds: orderWithSound.sounds! })).blob))!
    expect(Math.abs(ownSound.seconds * 24 - 48)).toBeLessThan(0.05)
    expect(Math.abs(hertzAt(ownSound, 0.1, 0.9) - 400)).toBeLessThan(8)
    expect(Math.abs(hertzAt(ownSound, 1.1, 1.9) - 500)).toBeLessThan(8)
    const otherSound = (await readSound((await makeMedia('another sound', { ...shortTrim, sounds: [toneFile(880, 10)] })).blob))!
    expect(Math.abs(hertzAt(otherSound, 0.1, 0.9) - 880)).toBeLessThan(8)
    expect(await readSound((await makeMedia('none decoded', { ...shortTrim, sounds: [null] })).blob)).toBeNull()
    const music = { kind: 'music', file: toneFile(660, 3), volume: 1, fadeInS: 0, fadeOutS: 0 } as const
    const { sound } = await withPageSound(makeOrder({ sound: music }), mediaClient, unabortedSignal)
    expect(sound.kind === 'music' && sound.file !== music.file && sound.file.type).toBe('audio/wav')
    const silentClip = await markedVideo({ width: 480, height: 854, frames: 12, hasSound: false })
    const clips = [silentClip, new Blob(['no video'])]
    expect(await withPageSound(makeOrder({ clips }), mediaClient, unabortedSignal)).toMatchObject({ sounds: [null, null] })
  })

  it('is joined with others, which fill its size', async () => {
    const narrowVideo = await markedVideo({ width: 640, height: 480, frames: 31, hasSound: false, step: 2 })
    const result = await makeMedia('join', { clips: [tenSecondVideo, narrowVideo, tenSecondVideo], trim: { from: 200, to: 240 } })
    const totalFrames = 40 + 31 + FRAMES
    const video = await readVideo(result.blob)
    expect([video.width, video.height]).toEqual([1280, 720])
    expect(Math.abs(video.fileFrames - totalFrames)).toBeLessThan(0.05)
    expect([...video.numbers.slice(0, 40), ...video.numbers.slice(71)]).toEqual([...range(200, 240), ...range(0, FRAMES)])
    // The cut removes 60 of the 480 rows above and below, so six of the eight bands are left.
    const joinedVideo = await readVideo(result.blob, { first: 1, count: 6 })
    expect(joinedVideo.numbers.slice(40, 71)).toEqual(range(0, 31).map((index) => index * 2))
    const sound = (await readSound(result.blob))!
    expect(Math.abs(sound.seconds * 24 - totalFrames)).toBeLessThan(0.05)
    expect(loudnessAt(sound, 41 / 24, 69 / 24)).toBeLessThan(0.01)
    expect(Math.abs(hertzAt(sound, 71 / 24 + 0.1, 71 / 24 + 0.9) - 300)).toBeLessThan(8)
  })

  it('is encoded by the built-in encoder where the browser has none', async () => {
    const result = await makeMedia('built-in encoder', { usesBuiltInEncoder: true, loop: 'crossFade' })
    const video = await readVideo(result.blob)
    const remainingFrames = FRAMES - CROSS_FADE_FRAMES
    expect(video.numbers.slice(0, remainingFrames - CROSS_FADE_FRAMES)).toEqual(range(CROSS_FADE_FRAMES, remainingFrames))
    expect(Math.abs(video.fileFrames - remainingFrames)).toBeLessThan(0.05)
    expect(video.codec).toMatch(/^avc1\./)
    expect(video.keyFrames).toBeLessThan(10)
    expect(video.wronglyMarked).toBe(0)
    expect(video.boxes.indexOf('moov')).toBeLessThan(video.boxes.indexOf('mdat'))
    expect((await readSound(result.blob))!.seconds).toBeGreaterThan(9)
  })

  it('has 24 frames a second and even sides, whatever the source', async () => {
    const target = new BufferTarget()
    const output = new Output({ format: new WebMOutputFormat(), target })
    const canvas = new OffscreenCanvas(321, 241)
    const context = canvas.getContext('2d')!
    const source = new CanvasSource(canvas, { codec: 'vp8', bitrate: 1_000_000 })
    output.addVideoTrack(source, { frameRate: 30 })
    await output.start()
    for (let frame = 0; frame < 60; frame += 1) {
      for (let band = 0; band < 8; band += 1) {
        context.fillStyle = (frame >> band) & 1 ? '#ddd' : '#222'
        context.fillRect(0, (band * 241) / 8, 321, 241 / 8)
      }
      await source.add(frame / 30, 1 / 30)
    }
    await output.finalize()
    const webm = new Blob([target.buffer!], { type: 'video/webm' })
    expect(await mediaClient.inspect(unabortedSignal, webm)).toMatchObject({ ok: true, value: { width: 320, height: 240, frames: 48 } })
    const crop = { x: 0, y: 0, width: 320, height: 240 }
    const result = await makeMedia('30 fps WebM', { clips: [webm], trim: { from: 0, to: 48 }, crop })
    const video = await readVideo(result.blob)
    expect([video.width, video.height, video.fileFrames]).toEqual([320, 240, 48])
    expect(video.numbers).toEqual(range(0, 48).map((frame) => Math.floor(((frame + 0.5) / 24) * 30)))
  })

  it('is cancelled at once, and the next request starts anew', async () => {
    const stopController = new AbortController()
    const startedMs = performance.now()
    const result = makeEdit(
      makeOrder({ loop: 'thereAndBack' }),
      mediaClient,
      stopController.signal,
      (share) => share > 0.02 && stopController.abort(),
    )
    expect(await result).toEqual({ ok: false, error: { code: 'cancelled', retry: 'now' } })
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect((await makeMedia('after a cancellation', { trim: { from: 0, to: 12 } })).frames).toBe(12)
  })

  it('returns a reason when it can not be made', async () => {
    const codeOf = async (changes: Partial<EditOrder>) => {
      const result = await mediaClient.make(unabortedSignal, makeOrder(changes), () => undefined)
      return result.ok ? null : result.error.code
    }
    expect(await codeOf({ clips: [new Blob(['no video'])] })).toBe('media_unreadable')
    expect(await codeOf({ clips: [tenSecondVideo.slice(0, 4000)] })).toBe('media_unreadable')
    expect(await codeOf({ sound: { kind: 'music', file: new Blob(['no music']), volume: 1, fadeInS: 0, fadeOutS: 0 } })).toBe('media_sound')
    expect(await codeOf({ clips: Array.from({ length: 13 }, () => tenSecondVideo) })).toBe('media_too_long')
  })
})
