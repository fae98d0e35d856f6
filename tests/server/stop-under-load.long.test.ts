import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { getHistory } from '#shared/api/generation.ts'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { SERVER_MAIN, overNetwork, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { sendWhole } from '../fixtures/server/whole-requests.ts'
import { type TestClient, commit, createTestClient, createVisitor, makeToken, upload } from './client.ts'

const ROUNDS = 5
const REQUESTS = 200
const LOADERS = 12
const TIMEOUT_MS = 300_000

/** Returns the HTTP text of a signed request for the visitor's history, which a test sends on a connection of its own. */
async function makeHistoryRequest(origin: string, token: string): Promise<string> {
  let text = ''
  const { host } = new URL(origin)
  const recordingServer = {
    app: {
      request: async (url: string, init: RequestInit) => {
        const { pathname, search } = new URL(url)
        const headers = [...new Headers(init.headers), ['host', host], ['connection', 'close']].map(
          ([name, value]) => `${name}: ${value}\r\n`,
        )
        text = `GET ${pathname}${search} HTTP/1.1\r\n${headers.join('')}\r\n`
        return new Response('{"statusCode":200,"data":{"data":[],"totalSize":0}}')
      },
    },
  }
  await createTestClient(recordingServer as never, { token }).call(getHistory, { curPage: 1, pageSize: 20, taskStatus: 'ALL' })
  return text
}

/** Uploads and commits again and again until the server ends. */
async function uploadAndCommit(client: TestClient, image: string): Promise<void> {
  for (;;) {
    await upload(client)
    await commit(client, image)
  }
}

it(
  `of ${REQUESTS} requests on their own connections sent before SIGTERM, under load, a server answers all, in each of ${ROUNDS} rounds`,
  async () => {
    await ensureBuilt()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-stop-'))
      const server = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir, WELCOME_POINTS_VISITOR: '100000' })
      const visitor = await createVisitor(overNetwork(server), { token: makeToken() })
      const image = await upload(visitor)
      const text = await makeHistoryRequest(server.origin, visitor.token)
      const loaders = Array.from({ length: LOADERS }, () => uploadAndCommit(visitor, image).catch(() => undefined))
      const { sent: requestsSent, answers } = sendWhole(Number(new URL(server.origin).port), text, REQUESTS)
      await requestsSent
      await server.end('SIGTERM')
      expect(await answers, `round ${round}`).toEqual(Array.from({ length: REQUESTS }, () => 200))
      expect(server.child.exitCode).toBe(0)
      await Promise.all(loaders)
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  TIMEOUT_MS,
)
