import { expect, it } from 'vitest'
import type { ApiClient } from '#shared/api/client.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { createUploader } from '#workers/hub/create/uploader.ts'
import type { PutAnswer } from '#workers/hub/create/put-file.ts'
import { makeIntent } from './hub-world.ts'

const { id: commitId, picture } = makeIntent()
const BUSY_ANSWER = { status: 503, statusText: 'Service Unavailable', retryAfter: '5' }
const STORED_ANSWER = { status: 200, statusText: 'OK', retryAfter: null }

/** An uploader whose PUTs get `putAnswers` in order. Each form upload gets `formAnswer`. */
function startUploads(putAnswers: readonly PutAnswer[], formAnswer: Result<unknown> = ok({ fileUrl: '/media/form.jpg' })) {
  const answers = [...putAnswers]
  const urls: string[] = []
  const calls = { permits: 0, forms: 0 }
  const api: ApiClient = {
    async call(call) {
      const answer = () => {
        if (call === (uploadFile as unknown)) {
          calls.forms += 1
          return formAnswer
        }
        if (call !== (presignUpload as unknown)) throw new Error('another call')
        calls.permits += 1
        return ok({ presignedUrl: `/put/${calls.permits}`, fileUrl: `/media/${calls.permits}.jpg`, expiresAt: 0, exists: false })
      }
      return answer() as Result<never>
    },
  }
  const putFile = async (url: string) => {
    urls.push(url)
    return answers.shift() ?? null
  }
  const upload = createUploader({ api, putFile, onProgress: () => undefined })
  const send = () => upload({ commitId, picture, bytesBefore: 0 }, { signal: neverAborted(), onStart: async () => undefined })
  return { send, urls, calls }
}

it('a busy server does not use up the permit: the next try repeats the PUT', async () => {
  const { send, urls, calls } = startUploads([BUSY_ANSWER, BUSY_ANSWER, STORED_ANSWER, STORED_ANSWER])
  expect(await send()).toEqual({ ok: false, error: { code: 'H503', retry: 'later', afterMs: 5000 } })
  expect(await send()).toMatchObject({ ok: false, error: { code: 'H503' } })
  expect(await send()).toEqual({ ok: true, value: '/media/1.jpg' })
  expect([urls, calls.permits]).toEqual([['/put/1', '/put/1', '/put/1'], 1])
  await send()
  expect(calls.permits).toBe(2)
})

it('a permit that expired while the server was busy is replaced', async () => {
  const { send, urls } = startUploads([BUSY_ANSWER, { ...BUSY_ANSWER, status: 403 }, STORED_ANSWER])
  await send()
  expect(await send()).toEqual({ ok: true, value: '/media/2.jpg' })
  expect(urls).toEqual(['/put/1', '/put/1', '/put/2'])
})

it('a form that finds the server busy does not use up the permit of the lost PUT', async () => {
  const { send, calls } = startUploads([], fail({ code: 'H503', retry: 'later' }))
  for (let tries = 0; tries < 6; tries += 1) await send()
  // Each of the first two lost PUTs may have stored the file; only a new permit shows whether it did.
  expect(calls).toEqual({ permits: 3, forms: 4 })
})

it('a Retry-After with a date names no wait', async () => {
  const { send } = startUploads([{ ...BUSY_ANSWER, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }])
  expect(await send()).toEqual({ ok: false, error: { code: 'H503', retry: 'later' } })
})

it('a PUT to a full storage is not repeated as a form', async () => {
  const { send, calls } = startUploads([{ ...BUSY_ANSWER, status: 507 }])
  expect(await send()).toEqual({ ok: false, error: { code: 'STORAGE_FULL', retry: 'never' } })
  expect(calls).toEqual({ permits: 1, forms: 0 })
})
