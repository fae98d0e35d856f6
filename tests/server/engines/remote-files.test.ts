import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_BOXES, cutBehindBoxes, isFastStart, readVideo } from '#server/motion/read-video.ts'
import { remux } from '#server/motion/engines/remote/store-result.ts'
import { TINY_VIDEO_SIZE, tinyVideo } from '../../fixtures/server/tiny-video.ts'

/** The offset of the picture's size in a sample entry, in bytes after the entry's name. */
const WIDTH_AT = 28

let folder: string
let video: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-remote-'))
  video = path.join(folder, 'video.mp4')
  await writeFile(video, await tinyVideo())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(bytes: Uint8Array) {
  const filePath = path.join(folder, 'read.mp4')
  await writeFile(filePath, bytes)
  return readVideo(filePath)
}

it('is rejected without its last frame, though its index is whole', async () => {
  const fast = path.join(folder, 'fast.mp4')
  await remux(video, fast, null)
  const bytes = await readFile(fast)
  expect(await read(bytes)).toEqual({ size: TINY_VIDEO_SIZE, seconds: 1, hasSound: false })
  expect(await read(bytes.subarray(0, -1))).toBeUndefined()
})

it('is rejected in an impossible size', async () => {
  const bytes = Buffer.from(await tinyVideo())
  bytes.writeUInt16BE(65_000, bytes.indexOf('avc1', bytes.indexOf('stsd')) + WIDTH_AT)
  expect(await read(bytes)).toBeUndefined()
})

it('is rejected with more boxes than any video has, which would block the server', async () => {
  const fast = path.join(folder, 'boxes.mp4')
  await remux(video, fast, null)
  const free = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])
  const bytes = await readFile(fast)
  expect(await read(Buffer.concat([bytes, ...Array.from({ length: 100 }, () => free)]))).toMatchObject({ seconds: 1 })
  const many = Buffer.concat([bytes, ...Array.from({ length: MAX_BOXES }, () => free)])
  expect(await read(many)).toBeUndefined()
  const sent = path.join(folder, 'many.mp4')
  await writeFile(sent, many)
  await cutBehindBoxes(sent)
  expect([await isFastStart(sent), (await readFile(sent)).byteLength]).toEqual([false, many.byteLength])
})

it.skipIf(process.platform !== 'linux')('that cannot be rewritten is closed', async () => {
  const nonsense = { packets: [new Uint8Array(8), new Uint8Array(8)], decoderConfig: {} as AudioDecoderConfig, sampleCount: 1024 }
  await expect(remux(video, path.join(folder, 'remade.mp4'), nonsense)).rejects.toThrow()
  const open = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  expect(open.filter((file) => file.startsWith(folder))).toEqual([])
})
