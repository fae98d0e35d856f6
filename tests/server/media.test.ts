import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presignUpload } from '#shared/api/files.ts'
import { parseRange } from '#server/creations/media-route.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createVisitor, smallPhoto, upload } from './client.ts'
import { mediaPath } from '../fixtures/server/media-path.ts'

let server: TestServer
let visitor: TestClient
let photo: Buffer
let url: string
beforeAll(async () => {
  server = await startTestServer({ listen: false })
  visitor = await createVisitor(server)
  photo = await smallPhoto()
  url = await upload(visitor)
})
afterAll(() => server.close())

const fetchMedia = (headers: Record<string, string> = {}, method = 'GET') =>
  visitor.request(url, { method, headers: { cookie: `theme=dark; user_token=${visitor.token}`, ...headers } })

describe('media', () => {
  it('is served whole to its owner, identified by the cookie', async () => {
    const response = await fetchMedia()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(photo.byteLength))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true)
  })

  it('is not found for anybody else', async () => {
    const stranger = await createVisitor(server)
    for (const headers of [
      {},
      { cookie: `user_token=${stranger.token}` },
      { cookie: 'user_token=x' },
      { 'x-user-token': stranger.token },
    ]) {
      const response = await visitor.request(url, { headers: headers as Record<string, string> })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ statusCode: 'H4001' })
    }
  })

  it('is not available before its upload is accepted, whatever file is at its path', async () => {
    const { fileUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg' })
    await writeFile(mediaPath(server.dataDir, fileUrl.slice('/media/'.length)), photo)
    const response = await visitor.request(fileUrl, { headers: { cookie: `user_token=${visitor.token}` } })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ statusCode: 'H4001' })
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=100-', 100, -1],
    ['bytes=-5', -5, -1],
    ['bytes=50-99999999', 50, -1],
  ])('returns the range %s', async (range, firstByte, lastByte) => {
    const response = await fetchMedia({ range })
    const size = photo.byteLength
    const [startByte, endByte] = [firstByte < 0 ? size + firstByte : firstByte, lastByte < 0 ? size + lastByte : lastByte]
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${startByte}-${endByte}/${size}`)
    expect(response.headers.get('content-length')).toBe(String(endByte - startByte + 1))
    expect(Buffer.from(await response.arrayBuffer()).equals(photo.subarray(startByte, endByte + 1))).toBe(true)
  })

  it('reports a range behind the end', async () => {
    const response = await fetchMedia({ range: `bytes=${photo.byteLength}-` })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${photo.byteLength}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('returns the whole file when the range was meant for another version', async () => {
    const etag = (await fetchMedia({}, 'HEAD')).headers.get('etag')!
    expect((await fetchMedia({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await fetchMedia({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  })

  it('answers 304 to its owner only', async () => {
    const etag = (await fetchMedia()).headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const repeatedResponse = await fetchMedia({ 'if-none-match': tag })
      expect(repeatedResponse.status, tag).toBe(304)
      expect(await repeatedResponse.text()).toBe('')
    }
    const strangerResponse = await visitor.request(url, { headers: { 'if-none-match': etag } })
    expect(strangerResponse.status).toBe(404)
  })

  it('answers HEAD with the size and no body', async () => {
    const response = await fetchMedia({}, 'HEAD')
    expect(response.headers.get('content-length')).toBe(String(photo.byteLength))
    expect(await response.text()).toBe('')
  })

  it.each(['bytes=0-9', 'bytes=99999999-', 'bytes=-0', 'bytes=0-1,4-5'])(
    'answers HEAD for the whole file with the range %s',
    async (range) => {
      const response = await fetchMedia({ range }, 'HEAD')
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
      expect(response.headers.get('content-length')).toBe(String(photo.byteLength))
    },
  )

  it('returns no range for a weak tag, and reads the unit in any case', async () => {
    const etag = (await fetchMedia({}, 'HEAD')).headers.get('etag')!
    expect((await fetchMedia({ range: 'bytes=0-9', 'if-range': `W/${etag}` })).status).toBe(200)
    expect((await fetchMedia({ range: 'Bytes=0-9' })).status).toBe(206)
  })
})

describe('a range header', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-1', undefined],
    ['bytes=-', undefined],
    ['bytes=5-2', undefined],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-100', { first: 0, last: 9 }],
  ])('%s of 10 bytes is %o', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected)
  })
})
