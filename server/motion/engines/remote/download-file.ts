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
export async function downloadFile(file: RemoteFile, path: string, options: Download): Promise<void> {
  const { signal, limitMs } = options
  try {
    await within(limitMs, signal, (limitedSignal) => copyToFile(file, path, { ...options, signal: limitedSignal }))
  } catch (error) {
    throw toDownloadError(error, signal)
  }
}

async function copyToFile(file: RemoteFile, path: string, { network, signal, maxBytes }: Download): Promise<void> {
  if ('bytes' in file) {
    if (file.bytes.byteLength > maxBytes) throw unusableFile('the file is too large')
    return writeFile(path, file.bytes, { signal })
  }
  const response = await openFile(file, network, signal, MOST_REDIRECTS)
  response.setTimeout(SILENCE_MS, () => response.destroy(new Error('the file stopped coming')))
  try {
    refuseStatus(response.statusCode ?? 0)
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw unusableFile('the file is too large')
    await pipeline(response, limitBytes(maxBytes), createWriteStream(path), { signal })
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** Opens a file. Only addresses with headers may redirect. A redirect to another origin must have a public address, and gets no headers. */
async function openFile(file: RemoteAddress, network: PublicDeps, signal: AbortSignal, redirectsLeft: number): Promise<IncomingMessage> {
  const response = await (file.isTrusted ? openTrusted(file, signal) : openPublic(file.url, network, signal))
  const { location } = response.headers
  const isRedirect = file.isTrusted && file.headers !== undefined && REDIRECTS.has(response.statusCode ?? 0) && location !== undefined
  if (!isRedirect || redirectsLeft === 0 || !URL.canParse(location, file.url)) return response
  response.destroy()
  const target = addressOf(new URL(location, file.url).href, new URL(file.url).origin)
  return openFile(target.isTrusted ? { ...target, headers: file.headers } : target, network, signal, redirectsLeft - 1)
}

function openTrusted({ url, headers = {} }: RemoteAddress, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http
    const request = get(url, { agent: false, headers, signal, timeout: SILENCE_MS }, resolve)
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
  })
}

function refuseStatus(status: number): void {
  if (status === 200) return
  if (status >= 500 || status === 408 || status === 429) throw new RemoteError(`status ${status} for the file`, { isUnsent: true })
  throw unusableFile(`status ${status} for the file`)
}

function limitBytes(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength
      if (size > maxBytes) done(unusableFile('the file is too large'))
      else done(null, chunk)
    },
  })
}

function unusableFile(reason: string): EngineFailure {
  return new EngineFailure(UNUSABLE_TEXT, { cause: new Error(reason) })
}

/**
 * The error to throw for a failed download. A broken connection becomes a `RemoteError`, which is retried; permanent refusals and our own
 * aborts stay unchanged.
 */
function toDownloadError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ForbiddenAddress) return unusableFile(error.message)
  if (signal.aborted || error instanceof EngineFailure || error instanceof RemoteError) return error
  return isDiskError(error) ? error : new RemoteError('the file did not arrive', { isUnsent: true, cause: error })
}

/** Whether the local disk failed. Errors of opening a file have a path, unlike network errors; errors of writing are recognised by code. */
function isDiskError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'path' in error || ('code' in error && ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(String(error.code)))
}
