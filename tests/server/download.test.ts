import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateCustom } from '#shared/api/generation.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { createLog } from '#server/telemetry/log.ts'
import { attachment } from '#server/creations/media-route.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, creation, customInput, untilStatus, upload } from './client.ts'

let server: TestServer
let visitor: TestClient
let image: string
let logText = ''
beforeAll(async () => {
  const log = createLog('debug', { write: (line) => (logText += line) })
  server = await startTestServer({ listen: false, log, config: { welcomePointsVisitor: 1000 } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
})
afterAll(() => server.close())

async function makeVideo(prompt: string) {
  const { batchId, taskIds } = await commit(visitor, image, { prompt })
  await untilStatus(visitor, batchId, 'SUCCESS')
  return creation(visitor, taskIds[0]!)
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  visitor.request(url, { method, headers: { cookie: `user_token=${visitor.token}`, ...headers } })

describe('the download address of a video', () => {
  it('saves the same bytes under a readable name, and the other address is unchanged', async () => {
    const { videoUrl, videoDownloadUrl, createdAt, id } = await makeVideo('Slow push in, Café at night!')
    const day = new Date(createdAt).toISOString().slice(0, 10)
    const name = `slow-push-in-café-at-night-${day}-${id.slice(0, 6)}.mp4`
    expect(videoDownloadUrl).toBe(`${videoUrl}?download=${encodeURIComponent(name)}`)
    const [viewResponse, downloadResponse] = [await get(videoUrl!), await get(videoDownloadUrl!)]
    expect(viewResponse.headers.get('content-disposition')).toBeNull()
    expect(downloadResponse.headers.get('content-disposition')).toBe(
      `attachment; filename="${name.replace('é', 'e')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    for (const header of ['content-type', 'content-length', 'etag', 'cache-control', 'accept-ranges', 'vary']) {
      expect([header, downloadResponse.headers.get(header)]).toEqual([header, viewResponse.headers.get(header)])
    }
    expect(Buffer.from(await downloadResponse.arrayBuffer()).equals(Buffer.from(await viewResponse.arrayBuffer()))).toBe(true)
  })

  it('serves ranges and answers 304, as the other one does', async () => {
    const { videoDownloadUrl: url } = await makeVideo('parts')
    const partResponse = await get(url!, { range: 'bytes=4-7' })
    expect([partResponse.status, await partResponse.text()]).toEqual([206, 'ftyp'])
    expect(partResponse.headers.get('content-disposition')).toMatch(/^attachment; /)
    const etag = partResponse.headers.get('etag')!
    expect((await get(url!, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(url!, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
    const headResponse = await get(url!, {}, 'HEAD')
    expect([headResponse.status, await headResponse.text()]).toEqual([200, ''])
  })

  it('accepts only a name that it could have made, and none for a picture', async () => {
    const { videoUrl, previewImageUrl } = await makeVideo('names')
    const hostileNames = [
      '',
      'x',
      'a.exe',
      '../a.mp4',
      'a/b.mp4',
      'a\\b.mp4',
      'a".mp4',
      'a;b.mp4',
      'a\r\nx-evil: 1\r\n.mp4',
      '\u202Ea.mp4',
      'a\0.mp4',
    ]
    for (const name of [...hostileNames, `${'a'.repeat(200)}.mp4`]) {
      const answer = await get(`${videoUrl}?download=${encodeURIComponent(name)}`)
      expect([name, answer.status, answer.headers.get('content-disposition'), answer.headers.get('x-evil')]).toEqual([
        name,
        422,
        null,
        null,
      ])
      expect(await answer.json()).toMatchObject({ statusCode: 'H3000' })
    }
    expect((await get(`${videoUrl}?download=%E0%A4%A.mp4`)).status).toBe(422)
    expect((await get(`${previewImageUrl}?download=a.mp4`)).status).toBe(422)
    expect((await get(`${image}?download=a.mp4`)).status).toBe(422)
  })

  it('is available to the owner alone', async () => {
    const { videoDownloadUrl } = await makeVideo('mine')
    const stranger = await createVisitor(server)
    for (const headers of [{}, { cookie: `user_token=${stranger.token}` }]) {
      const answer = await visitor.request(videoDownloadUrl!, { headers })
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([404, null])
    }
  })
})

describe('a hostile prompt', () => {
  it.each([
    ['a script', '</title><script>alert("zebra")</script>'],
    ['header lines', 'zebra\r\nSet-Cookie: session=stolen\r\n\r\n<html>'],
    ['right to left with overrides', '\u202Eضوء zebra هادئ\u202C \u2066x\u2069'],
    ['emoji and a lone surrogate', '🌊👨‍👩‍👧‍👦☀️ zebra \uD83C'],
    ['a path', '../../../etc/zebra\\..\\C:'],
    ['as long as it may be', 'zebra '.repeat(400).slice(0, MAX_PROMPT_LENGTH)],
  ])('of %s changes nothing else', async (_, prompt) => {
    logText = ''
    const video = await makeVideo(prompt)
    expect(video.prompt).toBe(prompt.toWellFormed())
    expect(video).toMatchObject({ status: 'SUCCESS', errorMsg: null })
    expect(video.videoDownloadUrl).toMatch(/^\/media\/[0-9a-f]{32}\.mp4\?download=[\w.%~-]+$/)
    const answer = await get(video.videoDownloadUrl!)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.mp4"; filename\*=UTF-8''[\w.%-]+\.mp4$/)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(logText).not.toMatch(/zebra/i)
  })

  it('above the length limit is refused, and reserves nothing', async () => {
    const longInput = customInput(image, { prompt: 'ی'.repeat(10_000) })
    expect(await visitor.refusal(generateCustom, longInput, { idempotencyKey: randomUUID() })).toEqual({
      code: 'H3000',
      fields: ['prompt'],
    })
    expect(visitor.status()).toBe(422)
  })
})

describe('a content disposition', () => {
  it.each([
    ['a-b.mp4', 'a-b.mp4', 'a-b.mp4'],
    ['慢慢-2026.mp4', '2026.mp4', '%E6%85%A2%E6%85%A2-2026.mp4'],
    ['élan.mp4', 'elan.mp4', '%C3%A9lan.mp4'],
  ])('has %j in both forms', (name, asciiName, encodedName) => {
    expect(attachment(name)).toBe(`attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`)
  })
})
