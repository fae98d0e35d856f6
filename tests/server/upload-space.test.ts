import { expect, it } from 'vitest'
import { BUSY_RETRY_MS, MAX_INCOMING_BYTES, MAX_INCOMING_BYTES_BY_ADDRESS, createUploadSpace } from '#server/http/upload-space.ts'
import type { IncomingUpload } from '#server/http/upload-space.ts'
import { RESERVED_BYTES } from '#server/disk/disk-space.ts'
import { ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const FILE_BYTES = 10 * 1024 * 1024
const BUSY = { ok: false, error: { code: 'H503', retryAfterMs: BUSY_RETRY_MS } }
const DONE = { ok: true, value: 'stored' }

const from = (addressKey: string | null, contentLength: number | undefined = FILE_BYTES): IncomingUpload => ({
  addressKey,
  contentLength,
  signal: neverAborted(),
})

/** Reserves space for files that are received until the test calls `end`. */
function startReceiving(freeBytes = async () => Number.MAX_SAFE_INTEGER) {
  const uploadSpace = createUploadSpace(freeBytes)
  let end = () => undefined as void
  const ended = new Promise<void>((resolve) => (end = resolve))
  const hold = (upload: IncomingUpload) =>
    uploadSpace.receive(upload, FILE_BYTES, async () => {
      await ended
      return ok('stored')
    })
  const tryOne = (upload: IncomingUpload) => uploadSpace.receive(upload, FILE_BYTES, async () => ok('stored'))
  return { hold, tryOne, end }
}

it('one address has a quarter of the space, and others have theirs meanwhile', async () => {
  const { hold, tryOne, end } = startReceiving()
  const pending = Array.from({ length: MAX_INCOMING_BYTES_BY_ADDRESS / FILE_BYTES }, () => hold(from('one')))
  expect(await tryOne(from('one'))).toEqual(BUSY)
  expect(await tryOne(from('other'))).toEqual(DONE)
  end()
  expect(await Promise.all(pending)).toEqual(pending.map(() => DONE))
  expect(await tryOne(from('one'))).toEqual(DONE)
})

it('all addresses together have no more than the space', async () => {
  const { hold, tryOne, end } = startReceiving()
  const pending = Array.from({ length: MAX_INCOMING_BYTES / FILE_BYTES }, (_, at) => hold(from(`${at}`)))
  expect([await tryOne(from('next')), await tryOne(from(null))]).toEqual([BUSY, BUSY])
  end()
  await Promise.all(pending)
  expect(await tryOne(from(null))).toEqual(DONE)
})

it('a body without a length counts as the largest one, and one that announces more as no more than that', async () => {
  for (const length of [undefined, Number.MAX_SAFE_INTEGER]) {
    const { hold, tryOne, end } = startReceiving()
    const pending = Array.from({ length: MAX_INCOMING_BYTES_BY_ADDRESS / FILE_BYTES }, () =>
      hold({ ...from('one'), contentLength: length }),
    )
    expect(await tryOne(from('one', 1))).toEqual(BUSY)
    end()
    expect(await Promise.all(pending)).toEqual(pending.map(() => DONE))
  }
})

it('uploads in progress leave the reserve of the disk unused', async () => {
  const { hold, tryOne, end } = startReceiving(async () => RESERVED_BYTES + 2 * FILE_BYTES)
  const pending = [hold(from(null)), hold(from(null))]
  expect(await tryOne(from(null))).toEqual(BUSY)
  end()
  expect(await Promise.all(pending)).toEqual([DONE, DONE])
  expect(await startReceiving(() => Promise.reject(new Error('not known'))).tryOne(from(null))).toEqual(DONE)
})
