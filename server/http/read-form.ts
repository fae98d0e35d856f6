import fs from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { Context as Request, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { IncomingUpload } from './upload-space.ts'
import type { ServiceFailure } from '#server/verbs/verb.ts'
import { MIN_UPLOAD_BYTES_PER_CHECK, UPLOAD_CHECK_MS } from '#shared/domain/media-limits.ts'

const TOO_LARGE = 413

/** The answer to a body that arrives too slowly. Its connection is closed; a retry may succeed on a better network. */
export const TOO_SLOW: ServiceFailure = { code: 'H503', status: 408 }

/** An unread multipart body. */
interface FormBody {
  readonly contentType: string
  readonly body: AsyncIterable<Uint8Array> | null
}

export interface IncomingForm extends FormBody {
  readonly upload: IncomingUpload
}

export interface FormFile {
  /** The text parts before the file, by name. */
  readonly fields: ReadonlyMap<string, string>
  readonly filename: string
  readonly contentType: string
  /** The bytes of the file, which can be read only once. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Whether the whole file was read; false if the form was cut off. */
  readonly isWhole: () => boolean
}

/** Limits in bytes: for the header of a part, and for the content of each part before the file. */
const MAX_HEADER_BYTES = 8 * 1024
const MAX_SKIPPED_BYTES = 64 * 1024
const MAX_PARTS = 16
const LINE_END = '\r\n'

/**
 * Opens the file part that `name` names. At most one chunk of the file is in memory.
 * preamble -> --boundary -> header -> content -> --boundary -> ... -> --boundary--
 * `missing`: the body is no form, or has no such part within the limits. `text`: the part is not a file. Both mean an invalid request.
 */
export async function openFormFile({ contentType, body }: FormBody, name: string): Promise<FormFile | 'missing' | 'text'> {
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  if (boundary === null || body === null) return 'missing'
  const delimiter = Buffer.from(`${LINE_END}--${boundary[1] ?? boundary[2] ?? ''}`)
  // The first boundary may have no line end before it. One is prepended, so that `delimiter` matches every boundary.
  const reader = createReader(body, Buffer.from(LINE_END))
  const fields = new Map<string, string>()
  let former = ''
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const content = await reader.readUntil(delimiter, MAX_SKIPPED_BYTES)
    if (content === undefined) return 'missing'
    if (former !== '') fields.set(former, content.toString('utf8'))
    const header = await reader.readUntil(Buffer.from(LINE_END + LINE_END), MAX_HEADER_BYTES)
    if (header?.subarray(0, 2).toString() !== LINE_END) return 'missing'
    const { filename, ...found } = readHeader(header.toString('utf8'))
    former = filename === undefined ? (found.name ?? '') : ''
    if (found.name !== name) continue
    return filename === undefined ? 'text' : { fields, filename, contentType: found.contentType, ...contentOf(reader, delimiter) }
  }
  return 'missing'
}

function contentOf(reader: StreamReader, delimiter: Buffer): Pick<FormFile, 'bytes' | 'isWhole'> {
  let isWhole = false
  async function* read(): AsyncGenerator<Buffer> {
    isWhole = yield* reader.stream(delimiter)
  }
  return { bytes: read(), isWhole: () => isWhole }
}

function readHeader(text: string): { name: string | undefined; filename: string | undefined; contentType: string } {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(text)?.[1] ?? ''
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1],
    filename: /;\s*filename="([^"]*)"/i.exec(disposition)?.[1],
    contentType: /^content-type:\s*([^\s;]+)/im.exec(text)?.[1]?.toLowerCase() ?? '',
  }
}

/** Searches a byte stream for marks, which may span chunks. */
interface StreamReader {
  /** Reads the bytes before the mark, and skips the mark. Undefined if there are more than `maxBytes`, or no mark. */
  readUntil(mark: Buffer, maxBytes: number): Promise<Buffer | undefined>
  /**
   * Reads the bytes before the mark, chunk by chunk. Returns false if the stream ended first. A caller that stops early ends the stream.
   */
  stream(mark: Buffer): AsyncGenerator<Buffer, boolean>
}

/** Reads `source` after the bytes of `head`. Buffers one chunk and the length of a mark. */
function createReader(source: AsyncIterable<Uint8Array>, head: Buffer): StreamReader {
  const chunks = source[Symbol.asyncIterator]()
  let buffered = head

  async function readMore(): Promise<boolean> {
    const next = await chunks.next()
    if (next.done !== true) buffered = Buffer.concat([buffered, next.value])
    return next.done !== true
  }

  /** Removes the bytes up to the mark, and the mark; undefined if the mark is not in the buffer. */
  function consumeUntil(mark: Buffer): Buffer | undefined {
    const at = buffered.indexOf(mark)
    if (at < 0) return undefined
    const before = buffered.subarray(0, at)
    buffered = buffered.subarray(at + mark.length)
    return before
  }

  return {
    async readUntil(mark, maxBytes) {
      let found = consumeUntil(mark)
      while (found === undefined && buffered.length <= maxBytes + mark.length && (await readMore())) found = consumeUntil(mark)
      return found === undefined || found.length > maxBytes ? undefined : found
    },
    async *stream(mark) {
      try {
        for (;;) {
          const last = consumeUntil(mark)
          if (last !== undefined) {
            yield last
            return true
          }
          const safe = Math.max(0, buffered.length - mark.length + 1)
          if (safe > 0) yield buffered.subarray(0, safe)
          buffered = buffered.subarray(safe)
          if (!(await readMore())) return false
        }
      } finally {
        await chunks.return?.()
      }
    },
  }
}

/** The size and the hash of a received body. `isTooLarge`: the body exceeds the limit, so the rest is not read. */
interface ReceivedBytes {
  readonly size: number
  readonly sha256: string
  readonly isTooLarge: boolean
  /** The client sent less than `MIN_UPLOAD_BYTES_PER_CHECK` in `UPLOAD_CHECK_MS`; the rest is not read. */
  readonly isTooSlow: boolean
}

/** Streams a body to a new file and hashes it; rejects when the client disconnects. */
export async function receiveBytes(body: AsyncIterable<Uint8Array>, targetPath: string, maxBytes: number): Promise<ReceivedBytes> {
  const hash = createHash('sha256')
  const file = await fs.open(targetPath, 'wx')
  const chunks = body[Symbol.asyncIterator]()
  const pace = watchPace()
  let size = 0
  let isEnded = false
  try {
    for (;;) {
      const next = await pace.orTooSlow(chunks.next())
      if (next === 'too slow') return { size, sha256: '', isTooLarge: false, isTooSlow: true }
      isEnded = next.done === true
      if (next.done === true) return { size, sha256: hash.digest('hex'), isTooLarge: false, isTooSlow: false }
      size += next.value.byteLength
      pace.add(next.value.byteLength)
      if (size > maxBytes) return { size, sha256: '', isTooLarge: true, isTooSlow: false }
      hash.update(next.value)
      await file.writeFile(next.value)
    }
  } finally {
    pace.stop()
    // The end of the stream is not awaited: it waits for a pending read, which may never settle.
    if (!isEnded) void chunks.return?.().catch(() => undefined)
    await file.close()
  }
}

interface Pace {
  /** Resolves with the result of `read`, or with 'too slow' at the first check that finds too few bytes. */
  orTooSlow<T>(read: Promise<T>): Promise<T | 'too slow'>
  add(bytes: number): void
  stop(): void
}

function watchPace(): Pace {
  let bytesSinceCheck = 0
  let isTooSlow = false
  let stopReading = () => undefined as void
  const timer = setInterval(() => {
    isTooSlow ||= bytesSinceCheck < MIN_UPLOAD_BYTES_PER_CHECK
    bytesSinceCheck = 0
    if (isTooSlow) stopReading()
  }, UPLOAD_CHECK_MS)
  return {
    // `Promise.race` with one promise for the whole upload would retain every chunk until the end of the upload.
    orTooSlow: (read) =>
      new Promise((resolve, reject) => {
        stopReading = () => resolve('too slow')
        if (isTooSlow) stopReading()
        read.then(resolve, reject)
      }),
    add: (bytes) => void (bytesSinceCheck += bytes),
    stop: () => clearInterval(timer),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Rejects requests whose form is too large. */
export function formLimit(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: (c) => c.text('This form is too large.', TOO_LARGE, { 'cache-control': 'no-store', connection: 'close' }),
  })
}

/** The fields of a form; empty if the form cannot be parsed. */
export async function readForm(c: Request): Promise<Fields> {
  try {
    return await c.req.parseBody()
  } catch {
    return {}
  }
}
