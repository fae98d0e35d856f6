import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Config } from './config.ts'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import { securityHeaderValues } from './platform/http/security-headers.ts'

/** Browsers resolve localhost to either of them. */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1']

type Fetch = Parameters<typeof getRequestListener>[0]

interface ListenConfig extends Pick<Config, 'host' | 'port' | 'tls'> {
  /** The variable that sets the port. */
  readonly portName?: 'PORT' | 'CHECKOUT_PORT'
}

export interface Listening {
  readonly port: number
  /**
   * Takes requests for `drainMs` more, each the last of its connection, so that whoever sends them can turn to another process; then no new
   * ones, and ends when those on their way are answered.
   */
  close(drainMs?: number): Promise<void>
}

/** How long requests on their way have, in ms; a download that takes longer is taken up elsewhere. */
const FINISH_MS = 10_000
const LOOK_EVERY_MS = 50

/** Opens the port; `localhost` means both loopback addresses only. Port 0 uses any free one. */
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
      await Promise.all(servers.map(closeServer))
    },
  }
}

interface OpenServer {
  readonly server: Server
  /** Connections that no request has come by, such as a browser's spare ones; Node does not count them as idle. */
  readonly unused: Set<Socket>
}

function createServer(fetch: Fetch, tls: Config['tls'], isDraining: () => boolean): OpenServer {
  const listener = getRequestListener(fetch, { errorHandler: answerError })
  const unused = new Set<Socket>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    unused.delete(request.socket)
    if (isDraining()) response.setHeader('connection', 'close')
    void listener(request, response)
  }
  const server =
    tls === undefined
      ? http.createServer(answer)
      : https.createServer({ cert: fs.readFileSync(tls.certPath), key: fs.readFileSync(tls.keyPath) }, answer)
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  return { server, unused }
}

/** Requests that never reach the app, such as malformed ones, get the same headers. */
function answerError(error: unknown): Response {
  return new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: securityHeaderValues("'none'") })
}

interface Place {
  readonly address: string
  readonly port: number
  readonly isOptional: boolean
  readonly portName: string
}

/** The port in use; undefined where an optional address is unavailable, such as without IPv6. */
function open(server: Server, { address, port, isOptional, portName }: Place): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isOptional && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')) resolve(undefined)
      else reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Set ${portName} to another one.`) : error)
    })
    server.listen(port, address, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}

function closeServer({ server, unused }: OpenServer): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }, LOOK_EVERY_MS)
    const deadline = globalThis.setTimeout(() => server.closeAllConnections(), FINISH_MS)
    server.close(() => {
      clearInterval(looking)
      clearTimeout(deadline)
      resolve()
    })
  })
}
