import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryBatch } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { type ServerProcess, overNetwork, SERVER_MAIN, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { type TestClient, commit, createTestClient, createVisitor, creation, sha256Of, upload } from './client.ts'

const RENDER_TIMEOUT_MS = 120_000
const SHORT = { duration: '4s', resolution: '480p' } as const

let folder: string
let dataDir: string
let copy: string
let running: ServerProcess | undefined
beforeAll(async () => {
  await ensureBuilt()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-backup-'))
  dataDir = path.join(folder, 'data')
  copy = path.join(folder, 'copy')
})
afterAll(async () => {
  await running?.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function run(command: string, target: string, environment: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: dataDir, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_MAIN, command, target], { env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

async function bytesOf(client: TestClient, url: string | null): Promise<string> {
  const answer = await client.request(url ?? '', { headers: { 'x-user-token': client.token } })
  expect(answer.status).toBe(200)
  return sha256Of(Buffer.from(await answer.arrayBuffer()))
}

it(
  'a copy is refused while a server runs, and restores the product with its points and videos',
  async () => {
    running = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir })
    const before = await createVisitor(overNetwork(running))
    const { batchId, taskIds } = await commit(before, await upload(before), SHORT)
    await expect
      .poll(async () => (await before.get(queryBatch, { batchId })).tasks[0]?.status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
      .toBe('SUCCESS')
    const made = await creation(before, taskIds[0]!)
    const bytes = await bytesOf(before, made.videoUrl)
    const points = await before.get(getPoints, {})
    expect(run('backup', copy)).toEqual({ status: 1, said: expect.stringContaining('Stop it first.') as string })
    expect(existsSync(path.join(copy, 'backup.json'))).toBe(false)
    await running.end('SIGTERM')

    await rm(copy, { recursive: true, force: true })
    expect(run('backup', copy)).toEqual({ status: 0, said: expect.stringMatching(/^Copied \d+ files, \d+ MB to/) as string })
    expect(run('backup', copy).said).toContain('is not empty')
    expect(run('restore', copy).said).toContain('is not empty')
    await rm(dataDir, { recursive: true })
    expect(run('restore', copy).status).toBe(0)

    running = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir })
    const after = createTestClient(overNetwork(running), { token: before.token })
    expect(await after.get(getPoints, {})).toEqual(points)
    expect(await creation(after, taskIds[0]!)).toEqual(made)
    expect(await bytesOf(after, made.videoUrl)).toBe(bytes)
  },
  2 * RENDER_TIMEOUT_MS,
)

it('an incomplete copy is rejected, as is one into itself, and a database on a server', async () => {
  const empty = path.join(folder, 'empty')
  const cut = await mkdtemp(path.join(folder, 'cut-'))
  await writeFile(path.join(cut, 'database'), '')
  expect(run('restore', cut, { DATA_DIR: empty }).said).toContain('is not a complete backup')
  expect(run('backup', path.join(dataDir, 'copy')).said).toContain('Choose a folder outside it')
  expect(run('backup', empty, { DATABASE_URL: 'postgres://localhost/kinora' }).said).toContain('pg_dump')
  expect(run('backup', copy, { DATA_DIR: empty }).said).toContain('There is no database')
  expect(run('tidy', copy).said).toContain('Unknown command')
})
