import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Config } from '../config/config.ts'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import { PROBES } from '../http/request-checks.ts'
import { securityHeaderValues } from '../http/security-headers.ts'

/** Browsers resolve `localhost` to one of these addresses. */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1']

type Fetch = Parameters<typeof getRequestListener>[0]

interface ListenConfig extends Pick<Config, 'host' | 'port' | 'tls'> {
  readonly portName?: 'PORT' | 'CHECKOUT_PORT'
}

export interface Listening {
  readonly port: number
  /**
   * Accepts requests for `drainMs`, and closes each connection after its answer. Then it accepts the requests in the kernel queue and
   * closes the port. Resolves when all accepted requests are answered.
   */
  close(drainMs?: number): Promise<void>
}

/** Time to answer accepted requests after the port is closed, in ms; a longer download is cut. */
export const FINISH_MS = 20_000
/** While the server closes, a connection without a request is cut after this time without a byte, in ms. */
const IDLE_MS = 1000
const CHECK_EVERY_MS = 50
/**
 * After this many short event loop turns without a new connection or request, the kernel queue counts as empty. Each turn accepts a waiting
 * connection.
 */
const CALM_TURNS = 4
/** Only turns shorter than this count, in ms: new connections may arrive during a longer turn. */
const SHORT_TURN_MS = 10
/** The port is closed at the latest after this time, in ms, even while new connections arrive. */
export const ACCEPT_LIMIT_MS = 5000

/** Opens the port. For the host `localhost`, it opens the port only at the loopback addresses. Port 0 stands for any free port. */
export async function listen(fetch: Fetch, config: ListenConfig): Promise<Listening> {
  const addresses = config.host === 'localhost' ? LOOPBACK_ADDRESSES : [config.host]
  const servers: OpenServer[] = []
  let isDraining = false
  let port = config.port
  for (const address of addresses) {
    const created = createServer(fetch, config.tls, () => isDraining)
    const isOptional = servers.length > 0
    const opened = await open(created.server, { address, port, isOptional, portName: config.portName ?? 'PORT' })
    if (opened === undefined) continue
    port = opened
    servers.push(created)
  }
  return {
    port,
    async close(drainMs = 0) {
      isDraining = true
      if (drainMs > 0) await setTimeout(drainMs)
      const accepted = acceptWaiting(servers)
      for (const server of servers) server.holdRequests(accepted)
      await accepted
      await Promise.all(servers.map(closeServer))
    },
  }
}

/**
 * Accepts the connections in the kernel queue. Closing the port would reset them, even with a complete request. The port stays open until
 * several short turns of the event loop accept nothing. Meanwhile requests wait, so that the turns are short.
 */
async function acceptWaiting(servers: readonly OpenServer[]): Promise<void> {
  const startedMs = performance.now()
  const acceptedCount = () => servers.reduce((sum, server) => sum + server.acceptedCount(), 0)
  let calmTurns = 0
  while (calmTurns < CALM_TURNS && performance.now() - startedMs < ACCEPT_LIMIT_MS) {
    const [before, turnMs] = [acceptedCount(), performance.now()]
    await setImmediate()
    calmTurns = acceptedCount() === before && performance.now() - turnMs < SHORT_TURN_MS ? calmTurns + 1 : 0
  }
}

interface Connection {
  /** The number of this connection's unanswered requests. */
  requests: number
  bytes: number
  /** The time of the last byte while the server is closing, in ms; undefined before. */
  activeAtMs: number | undefined
}

interface OpenServer {
  readonly server: Server
  readonly connections: ReadonlyMap<Socket, Connection>
  /** The number of accepted connections and requests so far. */
  readonly acceptedCount: () => number
  /** Delays requests until the promise resolves. */
  holdRequests(until: Promise<void>): void
}

function createServer(fetch: Fetch, tls: Config['tls'], isDraining: () => boolean): OpenServer {
  const listener = getRequestListener(fetch, { errorHandler: answerError })
  const probeListener = getRequestListener(fetch, { errorHandler: answerError, hostname: 'localhost' })
  const connections = new Map<Socket, Connection>()
  let acceptedCount = 0
  let delayedUntil: Promise<void> | undefined
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    acceptedCount += 1
    const connection = connections.get(request.socket)
    if (connection !== undefined) {
      connection.requests += 1
      response.once('close', () => (connection.requests -= 1))
    }
    if (isDraining()) response.setHeader('connection', 'close')
    const handle = () => (isProbe(request) ? probeListener : listener)(request, response)
    void (delayedUntil === undefined ? handle() : delayedUntil.then(handle))
  }
  const server =
    tls === undefined
      ? http.createServer(answer)
      : https.createServer({ cert: fs.readFileSync(tls.certPath), key: fs.readFileSync(tls.keyPath) }, answer)
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    acceptedCount += 1
    connections.set(socket, { requests: 0, bytes: 0, activeAtMs: undefined })
    socket.once('close', () => connections.delete(socket))
  })
  return { server, connections, acceptedCount: () => acceptedCount, holdRequests: (until) => void (delayedUntil = until) }
}

/**
 * Simple probes use HTTP/1.0, which allows a request without Host. Other paths require Host, because requests to a local name have more
 * rights.
 */
function isProbe({ url }: IncomingMessage): boolean {
  return PROBES.has(url?.split('?', 1)[0] ?? '')
}

/** Answers requests that never reach the app, such as malformed ones. The answer has the usual security headers. */
function answerError(error: unknown): Response {
  return new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: securityHeaderValues("'none'") })
}

interface ListenAddress {
  readonly address: string
  readonly port: number
  readonly isOptional: boolean
  readonly portName: string
}

/** Returns the port in use; undefined if an optional address is unavailable, for example without IPv6. */
function open(server: Server, { address, port, isOptional, portName }: ListenAddress): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isOptional && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')) resolve(undefined)
      else reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Set ${portName} to another port.`) : error)
    })
    server.listen(port, address, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}

function closeServer({ server, connections }: OpenServer): Promise<void> {
  return new Promise((resolve) => {
    const checks = setInterval(() => closeIdle(connections), CHECK_EVERY_MS)
    const deadline = globalThis.setTimeout(() => server.closeAllConnections(), FINISH_MS)
    server.close(() => {
      clearInterval(checks)
      clearTimeout(deadline)
      resolve()
    })
  })
}

/** Closes idle connections. Bytes in the kernel are not visible, so a connection must be idle over several turns of the event loop. */
function closeIdle(connections: ReadonlyMap<Socket, Connection>): void {
  const nowMs = performance.now()
  for (const [socket, connection] of connections) {
    const bytes = socket.bytesRead + socket.bytesWritten
    if (connection.requests > 0 || connection.activeAtMs === undefined || bytes !== connection.bytes) {
      connection.activeAtMs = nowMs
      connection.bytes = bytes
    } else if (nowMs - connection.activeAtMs >= IDLE_MS) socket.destroy()
  }
}
