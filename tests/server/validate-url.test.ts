import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateUrl } from '#shared/api/pay-orders.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, ORIGIN } from './client.ts'

let server: TestServer
let checkoutOrigin: string
beforeAll(async () => {
  server = await startTestServer({ listen: false })
  const policy = (await server.app.request(`${ORIGIN}/healthz`)).headers.get('content-security-policy') ?? ''
  checkoutOrigin = /frame-src 'self' ([^;\s]+)/.exec(policy)?.[1] ?? ''
})
afterAll(async () => {
  await server.close()
})

const validate = (url: string) => createTestClient(server).call(validateUrl, { url })

test('an address of the checkout is valid, for every caller', async () => {
  expect(checkoutOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await validate(`${checkoutOrigin}/checkout/1?a=b`)).toEqual({ ok: true, value: { success: true, message: '' } })
})

test('any other one is refused with a message and no error, our own origin too', async () => {
  for (const url of [
    'https://evil.example/',
    `${ORIGIN}/pay/success`,
    'javascript:alert(1)',
    'no address',
    `${checkoutOrigin}.evil.example/`,
  ]) {
    const answer = await validate(url)
    expect(answer, url).toMatchObject({ ok: true, value: { success: false, message: expect.stringContaining('not opened') } })
  }
})

test('an empty or endless text is no address', async () => {
  expect(await createTestClient(server).refusal(validateUrl, { url: '' })).toEqual({ code: 'H3000', fields: ['url'] })
  expect(await createTestClient(server).refusal(validateUrl, { url: 'x'.repeat(3000) })).toEqual({ code: 'H3000', fields: ['url'] })
})
