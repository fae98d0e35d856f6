import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFfmpeg } from '#server/motion/render/find-ffmpeg.ts'
import { JobTimeout } from '#server/workers/worker-pool.ts'
import type { Encoder } from '#server/motion/render/h264-encoder.ts'
import { createFfmpegEncoder } from '#server/motion/render/ffmpeg-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { type FakeFfmpeg, writeFakeFfmpeg } from '../../fixtures/server/fake-ffmpeg.ts'
import { createHandTimers } from '../../fixtures/server/hand-timers.ts'
import { tinyVideo } from '../../fixtures/server/tiny-video.ts'

const FRAME = { width: 160, height: 96 }
const FRAME_BYTES = (FRAME.width * FRAME.height * 3) / 2
const LIMIT_MS = 4321
const MAX_BITS_PER_SECOND = 2_000_000
/** A frame that is larger than a pipe's buffer, so that a program that does not read blocks the write. */
const LARGE_FRAME = { width: 1280, height: 720 }
const LARGE_BYTES = (LARGE_FRAME.width * LARGE_FRAME.height * 3) / 2

let folder: string
let openEncoders: Encoder[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-ffmpeg-'))
})
afterEach(async () => {
  for (const encoder of openEncoders) await encoder.close()
  openEncoders = []
  await rm(folder, { recursive: true, force: true })
})

function encoderFor(
  { ffmpegPath }: Pick<FakeFfmpeg, 'ffmpegPath'>,
  changes: Partial<Parameters<typeof createFfmpegEncoder>[0]> = {},
): Encoder {
  const { signal } = new AbortController()
  // A timer that ends only by hand, so that the result does not depend on this computer's speed.
  const { setTimer } = createHandTimers()
  const encoder = createFfmpegEncoder({
    ffmpegPath,
    frame: FRAME,
    maxBitsPerSecond: MAX_BITS_PER_SECOND,
    limitMs: LIMIT_MS,
    setTimer,
    signal,
    ...changes,
  })
  openEncoders.push(encoder)
  return encoder
}

const failureOf = (work: unknown) =>
  Promise.resolve(work).then(
    () => 'no failure',
    (error: unknown) => error,
  )
const readNote = async ({ notes }: FakeFfmpeg) => {
  await expect.poll(() => existsSync(notes), { timeout: 20_000 }).toBe(true)
  return Number(await readFile(notes, 'utf8'))
}
const isAlive = (pid: number) => spawnSync('ps', ['-p', String(pid)]).status === 0

describe.skipIf(process.platform === 'win32')('another program instead of ffmpeg', () => {
  test('gets every byte of every frame by a pipe, and its output is the answer', async () => {
    const fakeFfmpeg = await writeFakeFfmpeg(folder, 'encodes')
    const encoder = encoderFor(fakeFfmpeg, { frame: LARGE_FRAME })
    for (let frame = 0; frame < 4; frame++) await encoder.add(new Uint8Array(LARGE_BYTES))
    expect(await encoder.finish()).toEqual(await tinyVideo())
    expect(await readNote(fakeFfmpeg)).toBe(LARGE_BYTES * 4)
  })

  test('is called with a ceiling: the input of its buffer in a second, and the buffer, are a tenth more together', async () => {
    const fakeFfmpeg = await writeFakeFfmpeg(folder, 'tells')
    await encoderFor(fakeFfmpeg).finish()
    const [, maxRate, bufferSize] = /-crf 20 -maxrate (\d+) -bufsize (\d+) /.exec(await readFile(fakeFfmpeg.notes, 'utf8')) ?? []
    expect(Number(maxRate) + Number(bufferSize)).toBeCloseTo(MAX_BITS_PER_SECOND * 1.1)
  })

  test('that reads nothing delays the next frame, and is killed at the limit without a trace', async () => {
    const timers = createHandTimers()
    const fakeFfmpeg = await writeFakeFfmpeg(folder, 'hangs')
    const encoder = encoderFor(fakeFfmpeg, { frame: LARGE_FRAME, setTimer: timers.setTimer })
    let isAdded = false
    const addResult = failureOf(Promise.resolve(encoder.add(new Uint8Array(LARGE_BYTES))).then(() => (isAdded = true)))
    const pid = await readNote(fakeFfmpeg)
    expect([isAdded, isAlive(pid), timers.delays()]).toEqual([false, true, [LIMIT_MS]])
    timers.fire(LIMIT_MS)
    expect(await addResult).toBeInstanceOf(JobTimeout)
    expect(await failureOf(encoder.finish())).toBeInstanceOf(JobTimeout)
    expect(isAlive(pid)).toBe(false)
  })

  test('is killed by an abort, and the reason is returned', async () => {
    const abort = new AbortController()
    const reason = new Error('not wanted any more')
    const fakeFfmpeg = await writeFakeFfmpeg(folder, 'hangs')
    const encoder = encoderFor(fakeFfmpeg, { signal: abort.signal })
    const pid = await readNote(fakeFfmpeg)
    abort.abort(reason)
    expect(await failureOf(encoder.finish())).toBe(reason)
    expect(isAlive(pid)).toBe(false)
    expect(await failureOf(encoderFor(fakeFfmpeg, { signal: abort.signal }).finish())).toBe(reason)
  })

  test('is killed when its encoder is closed', async () => {
    const fakeFfmpeg = await writeFakeFfmpeg(folder, 'hangs')
    const encoder = encoderFor(fakeFfmpeg)
    const pid = await readNote(fakeFfmpeg)
    await encoder.close()
    expect(isAlive(pid)).toBe(false)
  })

  test('with an error is quoted', async () => {
    const fakeFfmpeg = await writeFakeFfmpeg(folder, 'refuses')
    expect(String(await failureOf(encoderFor(fakeFfmpeg).finish()))).toMatch("code 1: Unknown encoder 'libx264'")
    await expect(checkFfmpeg(fakeFfmpeg.ffmpegPath)).rejects.toThrow(/^FFMPEG_PATH: .*refuses can't encode H\.264\..*Unknown encoder/)
  })

  test('that ends before its last frame is a failure', async () => {
    const encoder = encoderFor(await writeFakeFfmpeg(folder, 'diesEarly'), { frame: LARGE_FRAME })
    const addResult = (async () => {
      for (let frame = 0; frame < 20; frame++) await encoder.add(new Uint8Array(LARGE_BYTES))
    })()
    expect(String(await failureOf(addResult))).toContain('before its last frame')
  })
})

test('a missing ffmpeg is one message', async () => {
  await expect(checkFfmpeg(join(folder, 'missing'))).rejects.toThrow(/^FFMPEG_PATH: .*missing can't encode H\.264\..*ENOENT/)
  expect(String(await failureOf(encoderFor({ ffmpegPath: 'no-such-program' }).add(new Uint8Array(FRAME_BYTES))))).toContain('ENOENT')
})

describe.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)('the ffmpeg of this computer', () => {
  test('passes the check and makes files that the joiner accepts', async () => {
    await checkFfmpeg('ffmpeg')
    const encoder = encoderFor({ ffmpegPath: 'ffmpeg' })
    for (let frame = 0; frame < 30; frame++) await encoder.add(new Uint8Array(FRAME_BYTES).fill(40 + frame))
    const joinedFile = Buffer.from(await joinSegments([await encoder.finish()], null))
    expect(joinedFile.length).toBeGreaterThan(500)
    expect(['x264', 'Lav', 'crf'].filter((word) => joinedFile.includes(word))).toEqual([])
  })
})
