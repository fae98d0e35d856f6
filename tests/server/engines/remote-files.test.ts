import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_BOXES, cutBehindBoxes, isFastStart, readVideo } from '#server/motion/read-video.ts'
import { remux } from '#server/motion/engines/remote/store-result.ts'
import { TINY_VIDEO_SIZE, tinyVideo } from '../../fixtures/server/tiny-video.ts'

/** The position of the video's width in an MP4 sample entry, in bytes from the start of the entry's name. */
const WIDTH_OFFSET = 28

let folder: string
let videoPath: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-remote-'))
  videoPath = path.join(folder, 'video.mp4')
  await writeFile(videoPath, await tinyVideo())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readBytes(bytes: Uint8Array) {
  const filePath = path.join(folder, 'read.mp4')
  await writeFile(filePath, bytes)
  return readVideo(filePath)
}

it('is rejected without its last frame, though its index is whole', async () => {
  const fastStartPath = path.join(folder, 'fast.mp4')
  await remux(videoPath, fastStartPath, null)
  const bytes = await readFile(fastStartPath)
  expect(await readBytes(bytes)).toEqual({ size: TINY_VIDEO_SIZE, seconds: 1, hasSound: false })
  expect(await readBytes(bytes.subarray(0, -1))).toBeUndefined()
})

it('is rejected in an impossible size', async () => {
  const bytes = Buffer.from(await tinyVideo())
  bytes.writeUInt16BE(65_000, bytes.indexOf('avc1', bytes.indexOf('stsd')) + WIDTH_OFFSET)
  expect(await readBytes(bytes)).toBeUndefined()
})

it('is rejected with more boxes than any video has, which would block the server', async () => {
  const fastStartPath = path.join(folder, 'boxes.mp4')
  await remux(videoPath, fastStartPath, null)
  const freeBox = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])
  const bytes = await readFile(fastStartPath)
  expect(await readBytes(Buffer.concat([bytes, ...Array.from({ length: 100 }, () => freeBox)]))).toMatchObject({ seconds: 1 })
  const manyBoxes = Buffer.concat([bytes, ...Array.from({ length: MAX_BOXES }, () => freeBox)])
  expect(await readBytes(manyBoxes)).toBeUndefined()
  const manyBoxesPath = path.join(folder, 'many.mp4')
  await writeFile(manyBoxesPath, manyBoxes)
  await cutBehindBoxes(manyBoxesPath)
  expect([await isFastStart(manyBoxesPath), (await readFile(manyBoxesPath)).byteLength]).toEqual([false, manyBoxes.byteLength])
})

it.skipIf(process.platform !== 'linux')('that cannot be rewritten is closed', async () => {
  const invalidAudio = { packets: [new Uint8Array(8), new Uint8Array(8)], decoderConfig: {} as AudioDecoderConfig, sampleCount: 1024 }
  await expect(remux(videoPath, path.join(folder, 'remade.mp4'), invalidAudio)).rejects.toThrow()
  const openFiles = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  expect(openFiles.filter((file) => file.startsWith(folder))).toEqual([])
})
