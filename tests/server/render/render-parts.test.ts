import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitForWorkers, splitFrames } from '#server/motion/render/render-job.ts'
import { writeWhole } from '#server/disk/write-whole.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const NEVER_ABORTED = neverAborted()

test.each([
  [144, 2],
  [145, 4],
  [3, 8],
  [1, 1],
])('%i frames in at most %i runs follow each other without a gap', (total, parts) => {
  const runs = splitFrames(total, parts)
  const frames = runs.flatMap((run) => Array.from({ length: run.frameCount }, (_, i) => run.firstFrame + i))
  expect(frames).toEqual(Array.from({ length: total }, (_, i) => i))
  expect(runs.length).toBe(Math.min(total, parts))
  expect(runs.every((run) => run.frameCount > 0)).toBe(true)
})

test.each([
  [144, 2, [72, 72]],
  [240, 1, [240]],
  [600, 2, [150, 150, 150, 150]],
  [96, 16, [24, 24, 24, 24]],
  [5, 4, [5]],
])('%i frames on %i workers are encoded in runs that are neither long nor many', (total, workers, lengths) => {
  expect(splitForWorkers(total, workers).map((run) => run.frameCount)).toEqual(lengths)
})

test('files that fail to write leave nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-write-'))
  const goodFile = { path: join(folder, 'a'), bytes: new Uint8Array([1]) }
  const badFile = { path: join(folder, 'missing', 'b'), bytes: new Uint8Array([2]) }
  await expect(writeWhole([goodFile, badFile], NEVER_ABORTED)).rejects.toThrow('ENOENT')
  await expect(writeWhole([goodFile], AbortSignal.abort(new Error('off')))).rejects.toThrow('off')
  expect(await readdir(folder)).toEqual([])
  await writeWhole([goodFile], NEVER_ABORTED)
  expect([...(await readFile(goodFile.path))]).toEqual([1])
})
