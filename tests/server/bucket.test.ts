import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { openStores } from '#server/media-store/open-stores.ts'
import { task } from '#server/database/schema.ts'
import { createS3Store } from '#server/media-store/s3-store.ts'
import { createStoredBuilds } from '#server/media-store/build-store.ts'
import { EXPORT_PATH, deleteMe } from '#shared/api/account-settings.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { presignUpload } from '#shared/api/files.ts'
import { deleteCreations, queryBatch } from '#shared/api/generation.ts'
import { suggestPrompt } from '#shared/api/prompts.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { type S3Server, startS3 } from '../fixtures/server/s3-server.ts'
import { makeShellFolder } from '../fixtures/server/shell-folder.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { readZip } from '../fixtures/server/read-zip.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, creation, smallPhoto, untilStatus, upload } from './client.ts'
import { signUp } from './sign-up.ts'

/** The bucket with the files of `server`, whose own disk has only temporary files. */
let s3: S3Server
let server: TestServer
let engine: PausedEngine
let visitor: TestClient
let nowMs = Date.now()

beforeAll(async () => {
  s3 = await startS3()
})
beforeEach(async () => {
  engine = createPausedEngine()
  server = await startTestServer({ listen: false, engine, nowMs: () => nowMs, config: { s3: s3.config, signMode: 'off' } })
  visitor = await createVisitor(server, { nowMs: () => nowMs })
})
afterEach(async () => {
  s3.fail(undefined)
  await server.close()
})
afterAll(() => s3.close())

const cookieOf = (client: TestClient) => ({ cookie: `user_token=${client.token}` })
const nameOf = (url: string) => url.slice('/media/'.length)

async function cleanUp() {
  const { media } = await openStores({ s3: s3.config, dataDir: server.dataDir })
  return runHousekeeping(server.database.db, media, nowMs)
}

async function makeVideo(client: TestClient) {
  const { batchId } = await commit(client, await upload(client))
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(client, batchId, 'SUCCESS')
  const [finishedTask] = (await client.get(queryBatch, { batchId })).tasks
  const { videoUrl, previewImageUrl: posterUrl, id: taskId } = await creation(client, finishedTask?.id ?? '')
  if (videoUrl === null || posterUrl === null) throw new Error('no video')
  return { taskId, videoUrl, posterUrl }
}

it('pictures and videos are stored in it, served from it in parts, and removed when they are erased', async () => {
  const { taskId, videoUrl, posterUrl } = await makeVideo(visitor)
  const names = await s3.names()
  for (const url of [videoUrl, posterUrl]) expect(names).toContain(`media/${nameOf(url)}`)
  const localNames = await fs.readdir(path.join(server.dataDir, 'media'), { recursive: true })
  expect(localNames).toEqual(['incoming'])
  const fullResponse = await visitor.request(videoUrl, { headers: cookieOf(visitor) })
  const bytes = Buffer.from(await fullResponse.arrayBuffer())
  expect([fullResponse.status, fullResponse.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  const partResponse = await visitor.request(videoUrl, { headers: { ...cookieOf(visitor), range: 'bytes=2-5' } })
  expect([partResponse.status, partResponse.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`])
  expect(Buffer.from(await partResponse.arrayBuffer())).toEqual(bytes.subarray(2, 6))
  const headResponse = await visitor.request(videoUrl, { method: 'HEAD', headers: { ...cookieOf(visitor), range: 'bytes=2-5' } })
  expect([headResponse.status, headResponse.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  await visitor.get(deleteCreations, { ids: [taskId] })
  nowMs += RESTORE_WINDOW_MS + 1
  expect(await cleanUp()).toEqual([])
  expect((await s3.names()).filter((name) => name.includes(nameOf(videoUrl)) || name.includes(nameOf(posterUrl)))).toEqual([])
})

it('an unresponsive store causes 503 with a retry time; afterwards the same upload works', async () => {
  const { presignedUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg' })
  const body = new Uint8Array(await smallPhoto())
  const send = () => visitor.request(presignedUrl, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } })
  const { videoUrl } = await makeVideo(visitor)
  for (const fault of ['away', 'busy'] as const) {
    s3.fail(fault)
    for (const answer of [await send(), await visitor.request(videoUrl, { headers: { ...cookieOf(visitor), range: 'bytes=0-9' } })])
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  }
  s3.fail(undefined)
  expect((await send()).status).toBe(200)
  expect((await visitor.request(videoUrl, { headers: cookieOf(visitor) })).status).toBe(200)
})

it('a picture is not judged, and no attempt used up, while the store is down: before and after the video is made', async () => {
  const image = await upload(visitor)
  s3.fail('away')
  const { batchId } = await commit(visitor, image)
  const requestsBefore = s3.asked.length
  await expect.poll(() => s3.asked.length).toBeGreaterThan(requestsBefore + 1)
  expect(engine.seen).toEqual([])
  s3.fail(undefined)
  await engine.untilPaused(1)
  s3.fail('away')
  engine.release()
  const requestsBeforeRelease = s3.asked.length
  await expect.poll(() => s3.asked.length, { timeout: 10_000 }).toBeGreaterThan(requestsBeforeRelease + 1)
  expect((await visitor.get(queryBatch, { batchId })).tasks[0]?.status).toBe('PROCESSING')
  s3.fail(undefined)
  await untilStatus(visitor, batchId, 'SUCCESS')
  expect(engine.seen).toHaveLength(1)
  expect((await server.database.db.select().from(task)).map(({ attempts }) => attempts)).toEqual([1])
})

it('a picture that the store has lost fails its video with a refund and without blame on the picture', async () => {
  const image = await upload(visitor)
  await s3.lose(`media/${nameOf(image)}`)
  const { batchId } = await commit(visitor, image)
  await untilStatus(visitor, batchId, 'FAILED')
  expect((await visitor.get(queryBatch, { batchId })).tasks[0]).toMatchObject({
    errorMsg: "We couldn't render this video, so your points were returned. Try again.",
  })
  expect(engine.seen).toEqual([])
  const lostResponse = await visitor.request(image, { headers: cookieOf(visitor) })
  expect(lostResponse.status).toBe(404)
})

it('a prompt suggestion works, and an account is exported and erased with every object of it', async () => {
  const namesBefore = await s3.names()
  const person = await signUp(server, 'bucket@example.org', { nowMs: () => nowMs })
  const image = await upload(person.client)
  expect((await person.client.get(suggestPrompt, { images: [image] })).prompt).not.toBe('')
  const { videoUrl } = await makeVideo(person.client)
  const exportResponse = await person.client.request(EXPORT_PATH, { headers: { [COMMON_HEADERS.businessUserId]: person.id } })
  expect([exportResponse.status, exportResponse.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const zip = readZip(Buffer.from(await exportResponse.arrayBuffer()))
  expect([...zip.keys()]).toContain(`media/${nameOf(videoUrl)}`)
  await person.client.get(deleteMe, { confirmation: person.email })
  nowMs += DELETION_GRACE_MS
  expect(await cleanUp()).toEqual([])
  expect((await s3.names()).filter((name) => !namesBefore.includes(name) && name.startsWith('media/'))).toEqual([])
})

it('retains the files of the last three builds for processes and pages of another one', async () => {
  const folder = await fs.mkdtemp(path.join(server.dataDir, 'builds-'))
  const openBuilds = () => createStoredBuilds(createS3Store({ config: s3.config, prefix: 'tried/', temporaryPath: () => '' }))
  const oldBuilds = openBuilds()
  for (const build of ['one', 'two', 'three', 'four']) {
    const assets = path.join(folder, build)
    await fs.mkdir(path.join(assets, 'deep'), { recursive: true })
    for (const file of [`${build}.js`, `${build}.js.br`, path.join('deep', `${build}.css`)])
      await fs.writeFile(path.join(assets, file), build)
    await openBuilds().save(assets, build)
    await s3.age('tried/')
    if (build === 'one') expect(await oldBuilds.find('one.js')).toMatchObject({ encodings: [{ name: 'br' }] })
  }
  const latestBuilds = openBuilds()
  const textOf = async (name: string) => new TextDecoder().decode((await latestBuilds.find(name))?.bytes)
  expect(await Promise.all(['four.js', 'deep/three.css', 'two.js', 'one.js', 'no.js'].map(textOf))).toEqual([
    'four',
    'three',
    'two',
    '',
    '',
  ])
})

it('an old and a new process in parallel have the files of both builds', async () => {
  const shellFolder = await makeShellFolder()
  const startBuild = async (build: string) => {
    await fs.writeFile(path.join(shellFolder.folder, 'assets', `${build}.js`), `// ${build}`)
    await fs.appendFile(path.join(shellFolder.folder, 'index.html'), `<!-- ${build} -->`)
    return startTestServer({ listen: false, clientDir: shellFolder.folder, config: { s3: s3.config } })
  }
  const oldServer = await startBuild('app-old12345')
  await fs.rm(path.join(shellFolder.folder, 'assets', 'app-old12345.js'))
  const newServer = await startBuild('app-new12345')
  for (const build of ['app-old12345', 'app-new12345']) {
    for (const eachServer of [oldServer, newServer]) {
      const answer = await eachServer.app.request(`http://localhost/assets/${build}.js`)
      expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
        200,
        `// ${build}`,
        'text/javascript; charset=utf-8',
      ])
    }
  }
  expect((await oldServer.app.request('http://localhost/assets/app-none1234.js')).status).toBe(404)
  await Promise.all([oldServer.close(), newServer.close(), shellFolder.remove()])
})
