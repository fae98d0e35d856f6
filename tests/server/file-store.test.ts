import fs from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createDiskMedia, createDiskStore, createScratch } from '#server/media-store/disk-store.ts'
import { type FileStore, FileMissing, StoreAway, createNameIndex } from '#server/media-store/file-store.ts'
import { openStores } from '#server/media-store/open-stores.ts'
import { createS3Store } from '#server/media-store/s3-store.ts'
import { type S3Server, startS3 } from '../fixtures/server/s3-server.ts'

const NAME = '0123456789abcdef0123456789abcdef.mp4'
const BYTES = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)

let folder: string
let s3: S3Server
let scratch: Awaited<ReturnType<typeof createScratch>>
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'kinora-store-'))
  s3 = await startS3()
  scratch = await createScratch(folder)
})
afterEach(() => s3.fail(undefined))
afterAll(async () => {
  await s3.close()
  await fs.rm(folder, { recursive: true, force: true })
})

const openS3 = (config = s3.config, prefix = 'media/') => createS3Store({ config, prefix, temporaryPath: scratch.temporaryPath })

async function putFile(store: FileStore, name: string, bytes: Uint8Array = BYTES): Promise<void> {
  const temporaryPath = scratch.temporaryPath()
  await fs.writeFile(temporaryPath, bytes)
  await store.publish(temporaryPath, name)
  await fs.rm(temporaryPath, { force: true })
}

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer())

describe.each([
  ['a disk of media', () => createDiskMedia(folder)],
  ['a folder', () => createDiskStore(path.join(folder, 'gallery'))],
  ['a bucket', () => openS3()],
] as const)('%s', (_, openStore) => {
  it('has the stored files, whole and in ranges, until they are removed', async () => {
    const store = await openStore()
    expect(await store.file(NAME).size()).toBeUndefined()
    await expect(store.file(NAME).read()).rejects.toThrow(FileMissing)
    await putFile(store, NAME)
    expect(await store.file(NAME).size()).toBe(BYTES.length)
    expect(await bytesOf(await store.file(NAME).read())).toEqual(BYTES)
    expect(await bytesOf(await store.file(NAME).read({ first: 10, last: 19 }))).toEqual(BYTES.subarray(10, 20))
    expect((await store.list()).map(({ name }) => name)).toContainEqual(expect.stringContaining(NAME))
    await store.remove(NAME)
    await store.remove(NAME)
    expect(await store.file(NAME).size()).toBeUndefined()
    await expect(store.file(NAME).read()).rejects.toThrow(FileMissing)
  })

  it('provides files of this machine, or reports the missing one', async () => {
    const store = await openStore()
    const otherName = NAME.replace('0', 'f')
    await putFile(store, NAME)
    await putFile(store, otherName, BYTES.subarray(0, 5))
    const contents = await store.withLocal([NAME, otherName], (paths) => Promise.all(paths.map((filePath) => fs.readFile(filePath))))
    expect(contents.map(({ length }) => length)).toEqual([BYTES.length, 5])
    await store.remove(otherName)
    let isUsed = false
    const usePromise = store.withLocal([NAME, otherName], async () => void (isUsed = true))
    await expect(usePromise).rejects.toThrow(FileMissing)
    expect(isUsed).toBe(false)
    await store.remove(NAME)
  })
})

describe('a bucket', () => {
  it('leaves no provided file on this machine', async () => {
    const store = openS3()
    await putFile(store, NAME)
    const paths = await store.withLocal([NAME], async (localPaths) => localPaths)
    await expect(fs.access(paths[0] ?? '')).rejects.toThrow()
    await expect(store.withLocal([NAME], () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture')
    expect(await fs.readdir(path.join(folder, 'media', 'incoming'))).toEqual([])
  })

  it('requests the size of a file once, for any number of ranges', async () => {
    const store = openS3()
    await putFile(store, NAME)
    const requestsBefore = s3.asked.length
    for (let count = 0; count < 3; count += 1) expect(await store.file(NAME).size()).toBe(BYTES.length)
    expect(s3.asked.length - requestsBefore).toBe(1)
  })

  it('lists only files below its prefix', async () => {
    await putFile(openS3(s3.config, 'few/'), NAME)
    expect((await openS3(s3.config, 'few/').list()).map(({ name }) => name)).toEqual([NAME])
  })

  it('lists all files of a store with pages', async () => {
    const token = '1/ab+c=='
    const pageOf = (key: string, pageEnd: string) =>
      `<?xml version="1.0"?><ListBucketResult><Contents><Key>media/${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>${pageEnd}</ListBucketResult>`
    const pageServer = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost')
      const isSecond = searchParams.get('continuation-token') === token
      response.end(
        isSecond ? pageOf('b', '') : pageOf('a', `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`),
      )
    })
    await new Promise<void>((resolve) => pageServer.listen(0, '127.0.0.1', resolve))
    const { port } = pageServer.address() as AddressInfo
    const changedAtMs = Date.parse('2026-01-02T03:04:05Z')
    expect(await openS3({ ...s3.config, endpoint: `http://127.0.0.1:${port}` }).list()).toEqual([
      { name: 'a', changedAtMs },
      { name: 'b', changedAtMs },
    ])
    pageServer.closeAllConnections()
    await new Promise((resolve) => pageServer.close(resolve))
  })

  it('is unavailable, and reports no file as missing, whatever prevents its answer', async () => {
    await putFile(openS3(), NAME)
    const unreachableConfig = { ...s3.config, endpoint: 'http://127.0.0.1:9' }
    const refusingStores = [unreachableConfig, { ...s3.config, secret: 'wrong' }, { ...s3.config, bucket: 'no-such-bucket' }].map(
      (config) => openS3(config),
    )
    for (const store of refusingStores) await expectAway(store)
    for (const fault of ['away', 'busy'] as const) {
      s3.fail(fault)
      await expectAway(openS3())
    }
    s3.fail('broken')
    await expect(openS3().withLocal([NAME], async () => undefined)).rejects.toThrow(StoreAway)
  })

  async function expectAway(store: FileStore): Promise<void> {
    await expect(store.file(NAME).size()).rejects.toThrow(StoreAway)
    await expect(store.file(NAME).read()).rejects.toThrow(StoreAway)
    await expect(store.withLocal([NAME], async () => undefined)).rejects.toThrow(StoreAway)
    await expect(putFile(store, NAME)).rejects.toThrow(StoreAway)
    await expect(store.remove(NAME)).rejects.toThrow(StoreAway)
    await expect(store.list()).rejects.toThrow(StoreAway)
  }

  it('that can’t be used ends the start with one message, without the secret', async () => {
    const openPromise = openStores({ s3: { ...s3.config, secret: 'wrong-secret' }, dataDir: folder })
    await expect(openPromise).rejects.toThrow(
      /^The bucket kinora can't be used: The file store returned 403 \(SignatureDoesNotMatch\) for GET\.$/,
    )
  })
})

it('the list of a store is loaded rarely, cached while the store is down, and has the files of this process at once', async () => {
  let nowMs = 0
  let storeList: string[] | Error = ['a']
  let listCount = 0
  const list = async () => {
    listCount += 1
    if (storeList instanceof Error) throw storeList
    return storeList.map((name) => ({ name, changedAtMs: 0 }))
  }
  const index = createNameIndex({ list }, () => nowMs)
  await index.refresh()
  storeList = ['a', 'b']
  await index.refresh()
  index.add('c')
  expect([listCount, index.has('a'), index.has('b'), index.has('c')]).toEqual([1, true, false, true])
  nowMs = 5000
  await index.refresh()
  expect([index.has('b'), index.has('c')]).toEqual([true, false])
  storeList = new Error('away')
  nowMs = 10_000
  await index.refresh()
  expect([listCount, index.has('b')]).toEqual([3, true])
})

it('the four variables of a bucket belong together', () => {
  const S3_VARIABLES = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'kinora', S3_KEY: 'key', S3_SECRET: 'secret' }
  expect(readConfig(S3_VARIABLES).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'kinora',
    region: 'us-east-1',
    key: 'key',
    secret: 'secret',
  })
  expect(readConfig({ S3_REGION: 'eu-central-1' }).s3).toBeUndefined()
  for (const name of Object.keys(S3_VARIABLES)) expect(() => readConfig({ ...S3_VARIABLES, [name]: '' })).toThrow('must be set together')
})
