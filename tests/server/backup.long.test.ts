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
const SHORT_VIDEO = { duration: '4s', resolution: '480p' } as const

let folder: string
let dataDir: string
let copyDir: string
let serverProcess: ServerProcess | undefined
beforeAll(async () => {
  await ensureBuilt()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-backup-'))
  dataDir = path.join(folder, 'data')
  copyDir = path.join(folder, 'copy')
})
afterAll(async () => {
  await serverProcess?.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function runCommand(command: string, target: string, environment: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: dataDir, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_MAIN, command, target], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

async function hashOf(client: TestClient, url: string | null): Promise<string> {
  const answer = await client.request(url ?? '', { headers: { 'x-user-token': client.token } })
  expect(answer.status).toBe(200)
  return sha256Of(Buffer.from(await answer.arrayBuffer()))
}

it(
  'a copy is refused while a server runs, and restores the product with its points and videos',
  async () => {
    serverProcess = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir })
    const visitorBefore = await createVisitor(overNetwork(serverProcess))
    const { batchId, taskIds } = await commit(visitorBefore, await upload(visitorBefore), SHORT_VIDEO)
    await expect
      .poll(async () => (await visitorBefore.get(queryBatch, { batchId })).tasks[0]?.status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
      .toBe('SUCCESS')
    const video = await creation(visitorBefore, taskIds[0]!)
    const videoHash = await hashOf(visitorBefore, video.videoUrl)
    const points = await visitorBefore.get(getPoints, {})
    expect(runCommand('backup', copyDir)).toEqual({ status: 1, output: expect.stringContaining('Stop it first.') as string })
    expect(existsSync(path.join(copyDir, 'backup.json'))).toBe(false)
    await serverProcess.end('SIGTERM')

    await rm(copyDir, { recursive: true, force: true })
    expect(runCommand('backup', copyDir)).toEqual({ status: 0, output: expect.stringMatching(/^Copied \d+ files, \d+ MB to/) as string })
    expect(runCommand('backup', copyDir).output).toContain('is not empty')
    expect(runCommand('restore', copyDir).output).toContain('is not empty')
    await rm(dataDir, { recursive: true })
    expect(runCommand('restore', copyDir).status).toBe(0)

    serverProcess = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir })
    const visitorAfter = createTestClient(overNetwork(serverProcess), { token: visitorBefore.token })
    expect(await visitorAfter.get(getPoints, {})).toEqual(points)
    expect(await creation(visitorAfter, taskIds[0]!)).toEqual(video)
    expect(await hashOf(visitorAfter, video.videoUrl)).toBe(videoHash)
  },
  2 * RENDER_TIMEOUT_MS,
)

it('an incomplete copy is rejected, as is one into itself, and a database on a server', async () => {
  const emptyDir = path.join(folder, 'empty')
  const incompleteDir = await mkdtemp(path.join(folder, 'cut-'))
  await writeFile(path.join(incompleteDir, 'database'), '')
  expect(runCommand('restore', incompleteDir, { DATA_DIR: emptyDir }).output).toContain('is not a complete backup')
  expect(runCommand('backup', path.join(dataDir, 'copy')).output).toContain('Choose a folder outside it')
  expect(runCommand('backup', emptyDir, { DATABASE_URL: 'postgres://localhost/kinora' }).output).toContain('pg_dump')
  expect(runCommand('backup', copyDir, { DATA_DIR: emptyDir }).output).toContain('There is no database')
  expect(runCommand('tidy', copyDir).output).toContain('Unknown command')
})
