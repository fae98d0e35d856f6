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
   * Accepts requests for `drainMs` more, each the last of its connection, then requests that the kernel has already received. Then it
   * closes the port, and resolves when the accepted requests are answered.
   */
  close(drainMs?: number): Promise<void>
}

/** Time to answer accepted requests after the port is closed, in ms; a longer download is cut. */
export const FINISH_MS = 20_000
/** A connection without a request is closed after this time without a byte, in ms. */
const IDLE_MS = 1000
const CHECK_EVERY_MS = 50
/** After this many short event loop turns without a new connection or request, the kernel queue is empty: a turn accepts one connection. */
const CALM_TURNS = 4
/** Only shorter turns count, in ms: new connections may arrive during a longer one. */
const SHORT_TURN_MS = 10
/** The port is closed at the latest after this time, in ms, even while new connections arrive. */
export const ACCEPT_LIMIT_MS = 5000

/** Opens the port; `localhost` means both loopback addresses only. Port 0 uses any free port. */
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
 * Closing a port resets the connections in the kernel queue, even those with a complete request. A busy loop has not accepted them, so the
 * port stays open until several short turns accept nothing. Requests wait meanwhile, so that turns are short.
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
  /** The number of connections and requests so far. */
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

/** HTTP/1.0 allows a request without Host, as simple probes send it. Other paths require it: requests to a local name have more rights. */
function isProbe({ url }: IncomingMessage): boolean {
  return PROBES.has(url?.split('?', 1)[0] ?? '')
}

/** Requests that never reach the app, such as malformed ones, get the same headers. */
function answerError(error: unknown): Response {
  return new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: securityHeaderValues("'none'") })
}

interface ListenAddress {
  readonly address: string
  readonly port: number
  readonly isOptional: boolean
  readonly portName: string
}

/** The port in use; undefined if an optional address is unavailable, such as without IPv6. */
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

/** Bytes in the kernel are not visible, so a connection must be idle over several turns of the loop. */
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
