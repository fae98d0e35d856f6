import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineStyleSources } from '#server/static/first-views.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { ORIGIN } from './client.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false })
})
afterAll(() => server.close())

describe('styles in our own HTML', () => {
  it('are allowed by the hash of their text, each once, and without any style nothing is allowed', () => {
    const html = '<style>\na { top: 0 }\n</style><p style="aspect-ratio:4 / 5"><p style="aspect-ratio:4 / 5"><p style="--a:&quot;b&quot;">'
    const expectedSources = ['\na { top: 0 }\n', 'aspect-ratio:4 / 5', '--a:"b"'].map(hashOf).toSorted()
    expect(inlineStyleSources([html])).toEqual(["'unsafe-hashes'", ...expectedSources])
    expect(inlineStyleSources(['<p class="a">'])).toEqual([])
  })

  const pages = [
    ['what is not there', '/media/none', ORIGIN],
    ['the mail of this computer', '/dev/mail', ORIGIN],
    ['the events of this computer', '/dev/events', ORIGIN],
    ['the page about https', '/home', 'http://kinora.example'],
    ['an odd address', '/newsletter/confirm?token=none', ORIGIN],
  ] as const
  it.each(pages)('apply under their own policy, and no others do: %s', async (_, path, origin) => {
    const incoming = { socket: { remoteAddress: '127.0.0.1' } }
    const answer = await server.app.request(origin + path, { headers: { accept: 'text/html' } }, { incoming })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe-inline')
    const sources = inlineStyleSources([await answer.text()])
    for (const source of sources) expect(policy).toContain(source)
  })
})
