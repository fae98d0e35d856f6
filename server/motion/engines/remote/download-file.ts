import type { IncomingMessage } from 'node:http'
import { type RemoteAddress, type RemoteFile, addressOf } from '#server/motion/remote-provider.ts'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EngineFailure } from '#server/motion/engine.ts'
import { type PublicDeps, ForbiddenAddress, openPublic } from '#server/net/open-public.ts'
import { within } from '#server/net/within.ts'
import { UNUSABLE_TEXT, RemoteError } from './call-remote.ts'

/** The largest accepted video, in bytes: several times the size of 10 s at 1080p. */
export const MAX_VIDEO_BYTES = 256 * 1024 * 1024
/** The largest accepted answer, in bytes, that contains a video in base64. */
export const MAX_INLINE_BYTES = Math.ceil((MAX_VIDEO_BYTES * 4) / 3) + 1_000_000
const SILENCE_MS = 30_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MOST_REDIRECTS = 3

export interface Download {
  readonly network: PublicDeps
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** The time limit of the whole download, in ms. */
  readonly limitMs: number
}

/** Downloads a provider's file to `path`: at most `maxBytes`, whatever its declared length. */
export async function downloadFile(file: RemoteFile, path: string, download: Download): Promise<void> {
  const { signal, limitMs } = download
  try {
    await within(limitMs, signal, (limited) => copy(file, path, { ...download, signal: limited }))
  } catch (error) {
    throw toTrouble(error, signal)
  }
}

async function copy(file: RemoteFile, path: string, { network, signal, maxBytes }: Download): Promise<void> {
  if ('bytes' in file) {
    if (file.bytes.byteLength > maxBytes) throw unusable('the file is too large')
    return writeFile(path, file.bytes, { signal })
  }
  const response = await open(file, network, signal, MOST_REDIRECTS)
  response.setTimeout(SILENCE_MS, () => response.destroy(new Error('the file stopped coming')))
  try {
    refuseStatus(response.statusCode ?? 0)
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw unusable('the file is too large')
    await pipeline(response, limit(maxBytes), createWriteStream(path), { signal })
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** Opens a file. Only addresses with headers may redirect. A redirect to another origin is checked and gets no headers. */
async function open(file: RemoteAddress, network: PublicDeps, signal: AbortSignal, redirects: number): Promise<IncomingMessage> {
  const response = await (file.isTrusted ? openTrusted(file, signal) : openPublic(file.url, network, signal))
  const { location } = response.headers
  const isMoved = file.isTrusted && file.headers !== undefined && REDIRECTS.has(response.statusCode ?? 0) && location !== undefined
  if (!isMoved || redirects === 0 || !URL.canParse(location, file.url)) return response
  response.destroy()
  const moved = addressOf(new URL(location, file.url).href, new URL(file.url).origin)
  return open(moved.isTrusted ? { ...moved, headers: file.headers } : moved, network, signal, redirects - 1)
}

function openTrusted({ url, headers = {} }: RemoteAddress, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((done, refuse) => {
    const { get } = url.startsWith('https:') ? https : http
    const request = get(url, { agent: false, headers, signal, timeout: SILENCE_MS }, done)
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', refuse)
  })
}

function refuseStatus(status: number): void {
  if (status === 200) return
  if (status >= 500 || status === 408 || status === 429) throw new RemoteError(`status ${status} for the file`, { isUnsent: true })
  throw unusable(`status ${status} for the file`)
}

function limit(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.byteLength
      if (size > maxBytes) done(unusable('the file is too large'))
      else done(null, part)
    },
  })
}

function unusable(reason: string): EngineFailure {
  return new EngineFailure(UNUSABLE_TEXT, { cause: new Error(reason) })
}

/**
 * The error to throw for a failed download. A broken connection becomes a `RemoteError`, which is retried; permanent refusals and our own
 * aborts stay unchanged.
 */
function toTrouble(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ForbiddenAddress) return unusable(error.message)
  if (signal.aborted || error instanceof EngineFailure || error instanceof RemoteError) return error
  return isDiskError(error) ? error : new RemoteError('the file did not arrive', { isUnsent: true, cause: error })
}

/** Whether the local disk failed. Errors of opening a file have a path, unlike network errors; errors of writing are recognised by code. */
function isDiskError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'path' in error || ('code' in error && ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(String(error.code)))
}
