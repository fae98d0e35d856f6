import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { type Server, createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ForbiddenAddress, openPublic, isPublicAddress } from '#server/net/open-public.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../fixtures/engines/test-certificate.ts'
import { neverAborted } from '#shared/never-aborted.ts'

describe('the public internet', () => {
  it.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])('contains %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '64:ff9b::7f00:1',
    'fd12::1',
    '',
    'localhost',
    '0x7f000001',
    '2130706433',
  ])('excludes %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

const HOST = 'files.provider.test'
let server: Server
let port: number
const signal = neverAborted()

beforeAll(async () => {
  server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: `https://${HOST}:${port}/file` }).end()
    else response.end(`file for ${request.headers.host}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/**
 * Opens a URL. `addressLists` holds the name's addresses for each lookup in turn. 127.0.0.1 counts as public here, so that a test server can answer.
 */
function openFrom(url: string, ...addressLists: readonly (readonly string[])[]): Promise<IncomingMessage> {
  let lookupCount = 0
  const resolve = async () =>
    (addressLists[lookupCount++] ?? []).map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
  return openPublic(
    url,
    { resolve, isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address), ca: TEST_CERTIFICATE },
    signal,
  )
}

describe('an address from outside', () => {
  it('is requested at the checked IP address, under its own name', async () => {
    const response = await openFrom(`https://${HOST}:${port}/file`, ['127.0.0.1'], ['10.0.0.1'])
    expect(await text(response)).toBe(`file for ${HOST}:${port}`)
  })

  it('is rejected when any of its IP addresses is not public', async () => {
    await expect(openFrom(`https://${HOST}:${port}/file`, ['127.0.0.1', '10.0.0.1'])).rejects.toThrow(ForbiddenAddress)
    await expect(openFrom(`https://${HOST}:${port}/file`, [])).rejects.toThrow(ForbiddenAddress)
  })

  it.each([
    'http://files.provider.test/',
    'ftp://files.provider.test/',
    'https://a:b@files.provider.test/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://0x7f.1/',
  ])('is refused unless it is a plain https address: %s', async (url) => {
    const strictNetwork = { resolve: async () => [{ address: '93.184.215.14', family: 4 }], isPublic: isPublicAddress }
    await expect(openPublic(url, strictNetwork, signal)).rejects.toThrow(ForbiddenAddress)
  })

  it('is not redirected to another one', async () => {
    const response = await openFrom(`https://${HOST}:${port}/moved`, ['127.0.0.1'])
    expect(response.statusCode).toBe(302)
    response.destroy()
  })

  it('must match its certificate', async () => {
    await expect(openFrom(`https://other.provider.test:${port}/file`, ['127.0.0.1'])).rejects.toThrow(/altnames/i)
  })
})
