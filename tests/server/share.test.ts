import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ listen: false })
})

afterAll(() => server.close())

test('a share that no worker has stored leads to the form, which shows it, and nothing of it is stored', async () => {
  const body = new FormData()
  body.append('images', new File([new Uint8Array(3)], 'shared.jpg', { type: 'image/jpeg' }))
  const answer = await server.app.request('/share', { method: 'POST', body, headers: { origin: 'null' } })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/tools/image-to-video-generator?shared=none'])
  expect((await server.app.request('/share')).status).toBe(404)
})
