import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ZipAnswer, type ZipProgress, ZIP_FOLDER } from '#shared/contract/zip-contract.ts'
import { forgetPacks } from '#src/creations/actions/zip-cleanup.ts'
import { zipVideos } from '#src/creations/actions/zip-download.ts'
import { readZip } from './read-zip.ts'

const NOTE = { name: 'not-in-this-file.txt', heading: 'Missing:' }
const unabortedSignal = new AbortController().signal
const urls: string[] = []

afterEach(async () => {
  for (const url of urls.splice(0)) URL.revokeObjectURL(url)
  vi.restoreAllMocks()
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(ZIP_FOLDER, { recursive: true }).catch(() => undefined)
})

/** A blob URL of a file of `bytes` bytes, each of which is `value`. */
function videoUrl(bytes: number, value: number): string {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes).fill(value)]))
  urls.push(url)
  return url
}

async function listDrafts(): Promise<readonly string[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(ZIP_FOLDER, { create: true })
  return Array.fromAsync(folder.keys())
}

function packedFile(answer: ZipAnswer): Blob {
  if (answer.status !== 'packed') throw new Error(answer.status)
  return answer.file
}

describe('the zip worker', () => {
  it('packs every video under its name, byte for byte, and reports its progress', async () => {
    const progressReports: ZipProgress[] = []
    const entries = [
      { name: 'große-düne.mp4', urls: [videoUrl(700_000, 1)] },
      { name: 'b.mp4', urls: ['/no-such-video.mp4?x', videoUrl(5, 2)] },
    ]
    const answer = await zipVideos(
      { entries, note: NOTE },
      { signal: unabortedSignal, onProgress: (progress) => progressReports.push(progress) },
    )
    expect(answer).toMatchObject({ status: 'packed', missing: [] })
    const files = await readZip(packedFile(answer))
    expect(files.map(({ name, bytes }) => [name, bytes.length, new Set(bytes)])).toEqual([
      ['große-düne.mp4', 700_000, new Set([1])],
      ['b.mp4', 5, new Set([2])],
    ])
    expect(progressReports).toEqual([
      { done: 0, total: 2, bytes: 0 },
      { done: 1, total: 2, bytes: 700_000 },
      { done: 2, total: 2, bytes: 700_005 },
    ])
  })

  it('is written to a file of this site, not into memory', async () => {
    const answer = await zipVideos(
      { entries: [{ name: 'a.mp4', urls: [videoUrl(9, 1)] }], note: NOTE },
      { signal: unabortedSignal, onProgress: vi.fn() },
    )
    expect(answer.status).toBe('packed')
    expect(await listDrafts()).toEqual([expect.stringMatching(/\.zip$/)])
  })

  it('the zip lists the files that could not be loaded', async () => {
    const entries = [
      { name: 'there.mp4', urls: [videoUrl(9, 1)] },
      { name: 'gone.mp4', urls: ['blob:gone'] },
      { name: 'never.mp4', urls: [] },
    ]
    const answer = await zipVideos({ entries, note: NOTE }, { signal: unabortedSignal, onProgress: vi.fn() })
    expect(answer).toMatchObject({ missing: ['gone.mp4', 'never.mp4'] })
    const files = await readZip(packedFile(answer))
    expect(files.map(({ name }) => name)).toEqual(['there.mp4', NOTE.name])
    expect(new TextDecoder().decode(files[1]?.bytes)).toBe('Missing:\r\n\r\ngone.mp4\r\nnever.mp4\r\n')
  })

  it('makes no zip, and leaves none behind, when no file could be loaded', async () => {
    const answer = await zipVideos(
      { entries: [{ name: 'a.mp4', urls: ['blob:gone'] }], note: NOTE },
      { signal: unabortedSignal, onProgress: vi.fn() },
    )
    expect(answer).toEqual({ status: 'empty' })
    await vi.waitFor(async () => expect(await listDrafts()).toEqual([]))
  })

  it('ends at once when it is stopped, and its worker with it', async () => {
    const terminateSpy = vi.spyOn(Worker.prototype, 'terminate')
    const stopController = new AbortController()
    const progressReports: ZipProgress[] = []
    const onProgress = (progress: ZipProgress) => {
      progressReports.push(progress)
      stopController.abort()
    }
    const entries = Array.from({ length: 50 }, (_, index) => ({ name: `${index}.mp4`, urls: [videoUrl(1_000_000, index)] }))
    expect(await zipVideos({ entries, note: NOTE }, { signal: stopController.signal, onProgress })).toEqual({ status: 'cancelled' })
    expect(progressReports).toHaveLength(1)
    expect(terminateSpy).toHaveBeenCalledTimes(1)
    expect(await zipVideos({ entries, note: NOTE }, { signal: stopController.signal, onProgress })).toEqual({ status: 'cancelled' })
  })

  it('ends with the account, and no finished or partial zip stays on the device', async () => {
    const options = { signal: unabortedSignal, onProgress: vi.fn() }
    const packedAnswer = await zipVideos({ entries: [{ name: 'a.mp4', urls: [videoUrl(9, 1)] }], note: NOTE }, options)
    expect(packedAnswer.status).toBe('packed')
    let cleanup: Promise<void> | undefined
    const entries = Array.from({ length: 50 }, (_, index) => ({ name: `${index}.mp4`, urls: [videoUrl(1_000_000, index)] }))
    const onProgress = ({ done }: ZipProgress) => {
      if (done === 2) cleanup = forgetPacks()
    }
    expect(await zipVideos({ entries, note: NOTE }, { signal: unabortedSignal, onProgress })).toEqual({ status: 'cancelled' })
    await cleanup
    const root = await navigator.storage.getDirectory()
    expect(await Array.fromAsync(root.keys())).not.toContain(ZIP_FOLDER)
  })
})
