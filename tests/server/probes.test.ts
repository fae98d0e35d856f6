import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startTestServer } from '../fixtures/start-test-server.ts'

/** Sends these bytes and returns the first line of the answer. */
async function readStatusLine(port: number, text: string): Promise<string | undefined> {
  const socket = connect(port, 'localhost')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(text)
  await once(socket, 'close')
  return answer.split('\r\n', 1)[0]
}

it('a probe over HTTP/1.0 without Host is answered, and every other path needs its host', async () => {
  const server = await startTestServer()
  const port = Number(new URL(server.origin).port)
  for (const path of ['/healthz', '/readyz', '/readyz?from=probe'])
    for (const method of ['GET', 'HEAD'])
      expect(await readStatusLine(port, `${method} ${path} HTTP/1.0\r\n\r\n`), path).toBe('HTTP/1.1 200 OK')
  for (const path of ['/', '/metrics', '/dev/mail', '/build.json', '/healthzz'])
    expect(await readStatusLine(port, `GET ${path} HTTP/1.0\r\n\r\n`), path).toBe('HTTP/1.1 400 Bad Request')
  // HTTP/1.1 requires the Host header, which is missing here.
  expect(await readStatusLine(port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
  await server.close()
})
