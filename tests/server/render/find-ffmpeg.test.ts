import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { findFfmpeg } from '#server/motion/render/find-ffmpeg.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kinora-path-'))
  for (const folder of ['empty', 'first', 'second', 'plain']) await mkdir(path.join(root, folder))
  for (const folder of ['first', 'second', 'plain']) await writeFile(path.join(root, folder, 'ffmpeg'), '')
  for (const folder of ['first', 'second']) await chmod(path.join(root, folder, 'ffmpeg'), 0o755)
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** Searches these folders for ffmpeg. Returns the found path, the tried paths and the warnings. With `reason` every check fails. */
async function search(folders: readonly string[], reason?: Error) {
  const triedPaths: string[] = []
  const warnings: unknown[] = []
  const foundPath = await findFfmpeg({
    searchPath: folders.map((folder) => (folder === '.' ? folder : path.join(root, folder))).join(path.delimiter),
    async check(ffmpegPath) {
      triedPaths.push(path.relative(root, ffmpegPath))
      if (reason) throw reason
    },
    onUnusable: (error) => void warnings.push(error),
  })
  return { foundPath: foundPath && path.relative(root, foundPath), triedPaths, warnings }
}

describe.skipIf(process.platform === 'win32')('an ffmpeg on the path', () => {
  test('is the first executable one, and is tried once', async () => {
    const foundPath = path.join('first', 'ffmpeg')
    expect(await search(['missing', 'empty', 'plain', 'first', 'second'])).toEqual({ foundPath, triedPaths: [foundPath], warnings: [] })
  })

  test('that does not encode is skipped, with its reason', async () => {
    const reason = new Error('no libx264')
    expect(await search(['first'], reason)).toEqual({
      foundPath: undefined,
      triedPaths: [path.join('first', 'ffmpeg')],
      warnings: [reason],
    })
  })

  test('is not searched for in relative folders, and a missing one is no error', async () => {
    expect(await search(['.', 'empty'])).toEqual({ foundPath: undefined, triedPaths: [], warnings: [] })
    expect(await findFfmpeg({ searchPath: undefined, check: async () => {}, onUnusable: () => {} })).toBeUndefined()
  })
})

test('FFMPEG_PATH names one, turns the search off, or leaves the choice to the render engine', () => {
  const readFfmpegConfig = (environment: Record<string, string>) => {
    const { ffmpegPath, isFfmpegSearched } = readConfig({ DATABASE_URL: 'postgres://localhost/kinora', ...environment })
    return [ffmpegPath, isFfmpegSearched]
  }
  expect(readFfmpegConfig({})).toEqual([undefined, true])
  expect(readFfmpegConfig({ FFMPEG_PATH: '' })).toEqual([undefined, true])
  expect(readFfmpegConfig({ FFMPEG_PATH: 'off' })).toEqual([undefined, false])
  expect(readFfmpegConfig({ FFMPEG_PATH: '/opt/ffmpeg' })).toEqual(['/opt/ffmpeg', false])
  expect(readFfmpegConfig({ ENGINES: 'fal', FAL_KEY: 'k' })).toEqual([undefined, false])
  expect(readFfmpegConfig({ ROLE: 'web', CHECKOUT_ORIGIN: 'https://pay.example' })).toEqual([undefined, false])
})
