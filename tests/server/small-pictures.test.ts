import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPopularTemplates } from '#shared/api/templates.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'
import { openSeedGallery, TEMPLATES } from '#server/boot/open-resources.ts'
import { openGallery } from '#server/gallery/open-gallery.ts'
import { createDiskStore } from '#server/media-store/disk-store.ts'
import { openSmallPictures } from '#server/gallery/gallery-pictures.ts'
import { makeArtFolder } from '../fixtures/server/art-folder.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient } from './client.ts'

let artFolder: Awaited<ReturnType<typeof makeArtFolder>>
let server: TestServer
let folder: string
beforeAll(async () => {
  artFolder = await makeArtFolder(['misty-peaks-mountains', 'low-sun-sea', 'night-city', 'flower', 'planet-space'])
  server = await startTestServer({ listen: false, artDir: artFolder.folder })
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-small-'))
})
afterAll(async () => {
  await server.close()
  await artFolder.remove()
  await rm(folder, { recursive: true, force: true })
})

const openTestGallery = () => {
  const cacheDir = path.join(folder, 'videos')
  return openGallery({ seeds: TEMPLATES, artDir: artFolder.folder, store: createDiskStore(cacheDir), cacheDir })
}

const get = (target: string, headers: Record<string, string> = {}) => server.app.request(`http://localhost${target}`, { headers })

test('the pictures of the galleries are public in a smaller width, cacheable for ever, each with its own tag', async () => {
  const list = await createTestClient(server).get(getPopularTemplates, { curPage: 1, pageSize: 1 })
  const url = list.data[0]?.firstImageUrl ?? ''
  const smallResponse = await get(`${url}?width=320`)
  expect([smallResponse.status, smallResponse.headers.get('content-type'), smallResponse.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    expect.stringContaining('immutable'),
  ])
  expect(await sharp(Buffer.from(await smallResponse.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 180, format: 'webp' })
  const fullResponse = await get(url)
  expect(smallResponse.headers.get('etag')).not.toBe(fullResponse.headers.get('etag'))
  expect((await get(`${url}?width=320`, { 'if-none-match': smallResponse.headers.get('etag') ?? '' })).status).toBe(304)
  const sameWidthResponse = await get(`${url}?width=640`)
  expect(Buffer.from(await sameWidthResponse.arrayBuffer())).toEqual(Buffer.from(await fullResponse.arrayBuffer()))
})

test('a browser that accepts AVIF gets it once it is made, under a tag of its own; another one gets the old format', async () => {
  const gallery = await openTestGallery()
  const [name = ''] = gallery.items.map(({ pictures }) => pictures[0].name)
  const typeOf = async (acceptsAvif: boolean) => (await gallery.smallerOf(name, 320, acceptsAvif))?.contentType
  expect(await typeOf(true)).toBe('image/webp')
  let madeCount = 0
  while (await gallery.makeNextAvif(gallery.items, path.join(folder, 'made.avif'))) madeCount += 1
  expect(madeCount, 'five pictures of 640 px').toBe(5 * POSTER_WIDTHS.filter((width) => width < 640).length)
  expect([await typeOf(true), await typeOf(false)]).toEqual(['image/avif', 'image/webp'])
  const avifPicture = await gallery.smallerOf(name, 320, true)
  const bytes = Buffer.from(await new Response(await avifPicture?.file.read()).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 180, format: 'heif' })
  const nextGallery = await openTestGallery()
  expect([
    await nextGallery.makeNextAvif(nextGallery.items, path.join(folder, 'again.avif')),
    (await nextGallery.smallerOf(name, 320, true))?.contentType,
  ]).toEqual([false, 'image/avif'])
})

test('an answer with a small picture has a Vary header for the accepted formats', async () => {
  const list = await createTestClient(server).get(getPopularTemplates, { curPage: 1, pageSize: 1 })
  const url = `${list.data[0]?.firstImageUrl ?? ''}?width=320`
  const responseBefore = await get(url, { accept: 'image/avif,image/webp,*/*' })
  expect([responseBefore.headers.get('content-type'), responseBefore.headers.get('vary')]).toEqual(['image/webp', 'accept'])
  const otherGallery = await openSeedGallery(artFolder.folder, server.dataDir, createDiskStore(path.join(server.dataDir, 'seed-media')))
  while (await otherGallery.makeNextAvif(otherGallery.items, path.join(folder, 'other.avif')));
  // Another process has made the picture, and this process detects that only some seconds later.
  const readType = async () => (await get(url, { accept: 'image/avif,*/*' })).headers.get('content-type')
  await expect.poll(readType, { timeout: 10_000 }).toBe('image/avif')
  const [avifResponse, webpResponse] = [
    await get(url, { accept: 'image/avif,image/webp,*/*' }),
    await get(url, { accept: 'image/webp,*/*' }),
  ]
  expect([avifResponse.headers.get('content-type'), webpResponse.headers.get('content-type')]).toEqual(['image/avif', 'image/webp'])
  expect((await get(url, { accept: 'image/avif;q=0,image/webp,*/*' })).headers.get('content-type')).toBe('image/webp')
  expect(avifResponse.headers.get('etag')).not.toBe(webpResponse.headers.get('etag'))
})

test('no other width is made, and none of a picture outside the galleries', async () => {
  const list = await createTestClient(server).get(getPopularTemplates, { curPage: 1, pageSize: 1 })
  const url = list.data[0]?.firstImageUrl ?? ''
  for (const width of ['321', '', '0', '320px', '../320']) expect((await get(`${url}?width=${encodeURIComponent(width)}`)).status).toBe(422)
  expect((await get('/media/00000000000000000000000000000000.webp?width=320')).status).toBe(404)
})

test('a small picture is made once, whole, and a failed one is retried', async () => {
  const sourcePath = path.join(folder, 'picture.webp')
  const smallDir = path.join(folder, 'small')
  const smallPictures = openSmallPictures(smallDir)
  const picture = { name: 'picture.webp', path: sourcePath }
  await mkdir(smallDir)
  await expect(smallPictures.pathOf(picture, 320)).rejects.toThrow()
  await writeFile(
    sourcePath,
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#468' } })
      .webp()
      .toBuffer(),
  )
  const [firstPath, secondPath] = await Promise.all([smallPictures.pathOf(picture, 320), smallPictures.pathOf(picture, 320)])
  expect(firstPath).toBe(secondPath)
  expect(await readdir(smallDir)).toEqual([path.basename(firstPath)])
  await writeFile(sourcePath, 'no picture any more')
  const bytesBefore = await readFile(firstPath)
  expect(await readFile(await openSmallPictures(smallDir).pathOf(picture, 320))).toEqual(bytesBefore)
})
