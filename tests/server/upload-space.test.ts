import { expect, it } from 'vitest'
import { BUSY_RETRY_MS, MAX_INCOMING_BYTES, MAX_INCOMING_BYTES_BY_ADDRESS, createUploadSpace } from '#server/http/upload-space.ts'
import type { IncomingUpload } from '#server/http/upload-space.ts'
import { RESERVED_BYTES } from '#server/disk/disk-space.ts'
import { ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const FILE_BYTES = 10 * 1024 * 1024
const BUSY_RESULT = { ok: false, error: { code: 'H503', retryAfterMs: BUSY_RETRY_MS } }
const DONE_RESULT = { ok: true, value: 'stored' }

const uploadFrom = (addressKey: string | null, contentLength: number | undefined = FILE_BYTES): IncomingUpload => ({
  addressKey,
  contentLength,
  signal: neverAborted(),
})

/** Reserves space for files that are received until the test calls `end`. */
function startReceiving(freeBytes = async () => Number.MAX_SAFE_INTEGER) {
  const uploadSpace = createUploadSpace(freeBytes)
  let end = () => undefined as void
  const endEvent = new Promise<void>((resolve) => (end = resolve))
  const holdUpload = (upload: IncomingUpload) =>
    uploadSpace.receive(upload, FILE_BYTES, async () => {
      await endEvent
      return ok('stored')
    })
  const tryUpload = (upload: IncomingUpload) => uploadSpace.receive(upload, FILE_BYTES, async () => ok('stored'))
  return { holdUpload, tryUpload, end }
}

it('one address has a quarter of the space, and others have theirs meanwhile', async () => {
  const { holdUpload, tryUpload, end } = startReceiving()
  const pendingUploads = Array.from({ length: MAX_INCOMING_BYTES_BY_ADDRESS / FILE_BYTES }, () => holdUpload(uploadFrom('one')))
  expect(await tryUpload(uploadFrom('one'))).toEqual(BUSY_RESULT)
  expect(await tryUpload(uploadFrom('other'))).toEqual(DONE_RESULT)
  end()
  expect(await Promise.all(pendingUploads)).toEqual(pendingUploads.map(() => DONE_RESULT))
  expect(await tryUpload(uploadFrom('one'))).toEqual(DONE_RESULT)
})

it('all addresses together have no more than the space', async () => {
  const { holdUpload, tryUpload, end } = startReceiving()
  const pendingUploads = Array.from({ length: MAX_INCOMING_BYTES / FILE_BYTES }, (_, index) => holdUpload(uploadFrom(`${index}`)))
  expect([await tryUpload(uploadFrom('next')), await tryUpload(uploadFrom(null))]).toEqual([BUSY_RESULT, BUSY_RESULT])
  end()
  await Promise.all(pendingUploads)
  expect(await tryUpload(uploadFrom(null))).toEqual(DONE_RESULT)
})

it('a body without a length counts as the largest one, and one that announces more as no more than that', async () => {
  for (const length of [undefined, Number.MAX_SAFE_INTEGER]) {
    const { holdUpload, tryUpload, end } = startReceiving()
    const pendingUploads = Array.from({ length: MAX_INCOMING_BYTES_BY_ADDRESS / FILE_BYTES }, () =>
      holdUpload({ ...uploadFrom('one'), contentLength: length }),
    )
    expect(await tryUpload(uploadFrom('one', 1))).toEqual(BUSY_RESULT)
    end()
    expect(await Promise.all(pendingUploads)).toEqual(pendingUploads.map(() => DONE_RESULT))
  }
})

it('uploads in progress leave the reserve of the disk unused', async () => {
  const { holdUpload, tryUpload, end } = startReceiving(async () => RESERVED_BYTES + 2 * FILE_BYTES)
  const pendingUploads = [holdUpload(uploadFrom(null)), holdUpload(uploadFrom(null))]
  expect(await tryUpload(uploadFrom(null))).toEqual(BUSY_RESULT)
  end()
  expect(await Promise.all(pendingUploads)).toEqual([DONE_RESULT, DONE_RESULT])
  expect(await startReceiving(() => Promise.reject(new Error('not known'))).tryUpload(uploadFrom(null))).toEqual(DONE_RESULT)
})
