import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { type ByteRange, type FileStore, type MediaStore, type StoredName, FileMissing, StoreAway } from './file-store.ts'

/** The time limit of a request without a body, in ms. */
const ANSWER_LIMIT_MS = 10_000
/** The time limit of an upload is longer by the time that its bytes need at this rate. */
const SLOWEST_BYTES_PER_MS = 500
/** The maximum number of cached file sizes. A size never changes, and each range request of a video needs it. */
const MOST_CACHED_SIZES = 10_000

export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

export interface S3Store extends FileStore {
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

interface S3Deps {
  readonly config: S3Config
  /** The prefix of all names in the bucket, with a slash at its end. */
  readonly prefix: string
  readonly temporaryPath: MediaStore['temporaryPath']
}

/** Files in a bucket of an S3 service, addressed by path. */
export function createS3Store({ config, prefix, temporaryPath }: S3Deps): S3Store {
  const sendRequest = createS3Request(config)
  const cachedSizes = new Map<string, number>()

  function cacheSize(name: string, size: number): void {
    const [oldestName] = cachedSizes.keys()
    if (cachedSizes.size >= MOST_CACHED_SIZES && oldestName !== undefined) cachedSizes.delete(oldestName)
    cachedSizes.set(name, size)
  }

  async function sizeOf(name: string): Promise<number | undefined> {
    const cachedSize = cachedSizes.get(name)
    if (cachedSize !== undefined) return cachedSize
    // The request is not a HEAD request, because only the body of an error answer shows whether the file or the bucket is missing.
    const answer = await sendRequest('GET', prefix + name, { headers: { range: 'bytes=0-0' } })
    if (answer === 'missing') return undefined
    await answer.arrayBuffer()
    const size = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? answer.headers.get('content-length'))
    cacheSize(name, size)
    return size
  }

  async function read(name: string, range?: ByteRange): Promise<Response> {
    const headers = range === undefined ? undefined : { range: `bytes=${range.first}-${range.last}` }
    const answer = await sendRequest('GET', prefix + name, { headers })
    if (answer !== 'missing') return answer
    cachedSizes.delete(name)
    throw new FileMissing(name)
  }

  async function put(name: string, { bytes, body, sha256 }: SentFile): Promise<void> {
    const answer = await sendRequest('PUT', prefix + name, {
      body,
      headers: { 'x-amz-content-sha256': sha256, 'content-length': String(bytes) },
      limitMs: ANSWER_LIMIT_MS + bytes / SLOWEST_BYTES_PER_MS,
    })
    if (answer === 'missing') throw new StoreAway('The file store rejected a file')
    await answer.arrayBuffer()
  }

  return {
    put: (name, bytes) => put(name, { bytes: bytes.byteLength, body: bytes, sha256: createHash('sha256').update(bytes).digest('hex') }),
    file: (name) => ({
      size: () => sizeOf(name),
      read: async (range) => (await read(name, range)).body ?? new Blob([]).stream(),
    }),
    async publish(sourcePath, name) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(sourcePath), hash)
      const { size } = await fs.stat(sourcePath)
      const file = createReadStream(sourcePath)
      const body = Readable.toWeb(file) as ReadableStream<Uint8Array>
      // Closes the file: a request that fails early does not read it to its end.
      await put(name, { bytes: size, body, sha256: hash.digest('hex') }).finally(() => file.destroy())
    },
    async withLocal(names, work) {
      const paths = names.map(temporaryPath)
      try {
        const results = await Promise.allSettled(names.map(async (name, index) => writeBody(await read(name), paths[index] ?? '')))
        for (const result of results) if (result.status === 'rejected') throw result.reason
        return await work(paths)
      } finally {
        await Promise.all(paths.map((path) => fs.rm(path, { force: true })))
      }
    },
    async remove(name) {
      cachedSizes.delete(name)
      const answer = await sendRequest('DELETE', prefix + name)
      if (answer !== 'missing') await answer.arrayBuffer()
    },
    async list() {
      const names: StoredName[] = []
      let nextToken: string | undefined = ''
      while (nextToken !== undefined) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(nextToken === '' ? {} : { 'continuation-token': nextToken }) })
        const answer = await sendRequest('GET', '', { query })
        if (answer === 'missing') throw new StoreAway('The file store returned no list')
        const page = readList(await textOf(answer))
        names.push(...page.files.map(({ key, changedAtMs }) => ({ name: key.slice(prefix.length), changedAtMs })))
        nextToken = page.nextToken
      }
      return names
    },
  }
}

interface SentFile {
  readonly bytes: number
  readonly body: SentBody
  readonly sha256: string
}

type SentBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

interface RequestOptions {
  readonly query?: URLSearchParams
  readonly headers?: Record<string, string> | undefined
  readonly body?: SentBody
  readonly limitMs?: number
}

type SendRequest = (method: string, key: string, options?: RequestOptions) => Promise<Response | 'missing'>

/** Sends a signed request. Throws `StoreAway` for every result except success and a missing key. */
function createS3Request({ endpoint, bucket, region, key: accessKeyId, secret: secretAccessKey }: S3Config): SendRequest {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const baseUrl = `${endpoint.replace(/\/$/, '')}/${bucket}`
  return async (method, key, { query, headers = {}, body, limitMs = ANSWER_LIMIT_MS } = {}) => {
    const path = key.split('/').map(encodeURIComponent).join('/')
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error(`No answer within ${limitMs} ms`)), limitMs)
    try {
      const init = { method, headers, ...(body === undefined ? {} : { body, duplex: 'half' as const }), signal: timeout.signal }
      const request = await client.sign(query === undefined ? `${baseUrl}/${path}` : `${baseUrl}?${query.toString()}`, init)
      const answer = await fetch(request)
      if (answer.ok) return answer
      const text = await answer.text()
      if (answer.status === 404 && /<Code>NoSuchKey<\/Code>/.test(text)) return 'missing'
      const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'no code'
      throw new StoreAway(`The file store returned ${answer.status} (${code}) for ${method}`)
    } catch (error) {
      throw error instanceof StoreAway ? error : new StoreAway('The file store did not respond', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Writes a body to a new file. Throws `StoreAway` if the body breaks off, but not for an error of the local disk. */
async function writeBody(answer: Response, path: string): Promise<void> {
  const file = await fs.open(path, 'wx')
  const throwStoreAway = (error: unknown) => {
    throw new StoreAway('The file store closed the connection', { cause: error })
  }
  try {
    const reader = (answer.body ?? new Blob([]).stream()).getReader()
    for (let part = await reader.read().catch(throwStoreAway); !part.done; part = await reader.read().catch(throwStoreAway)) {
      await file.writeFile(part.value)
    }
  } finally {
    await file.close()
  }
}

/** Reads the whole body of an answer. Throws `StoreAway` if the body breaks off. */
async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await answer.arrayBuffer().catch((error: unknown) => {
      throw new StoreAway('The file store closed the connection', { cause: error })
    }),
  )
}

const textOf = async (answer: Response) => new TextDecoder().decode(await bytesOf(answer))

interface ListPage {
  readonly files: readonly { readonly key: string; readonly changedAtMs: number }[]
  readonly nextToken: string | undefined
}

/** A page of ListObjectsV2. Our keys have no characters that XML escapes. */
function readList(xml: string): ListPage {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: textIn(entry, 'Key') ?? '',
    changedAtMs: Date.parse(textIn(entry, 'LastModified') ?? ''),
  }))
  return { files, nextToken: textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined }
}

function textIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
