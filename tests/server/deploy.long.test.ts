import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { instructionsOf } from '../fixtures/dockerfile.ts'
import { freePort } from '../fixtures/server/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STEPS_LIMIT_MS = 900_000
const START_LIMIT_MS = 60_000

interface Stage {
  readonly folder: string
  workdir: string
  readonly env: Record<string, string>
  command: string[]
  health: string[]
}

/** Runs the Dockerfile's instructions without images: each stage has a folder, and the paths of the stage become paths in this folder. */
async function followDockerfile(folder: string): Promise<Stage> {
  const stages = new Map<string, Stage>()
  let stage: Stage = { folder, workdir: '/', env: {}, command: [], health: [] }
  const pathIn = (location: string, inStage = stage) => path.join(inStage.folder, path.resolve(inStage.workdir, location))
  for (const { name, rest } of instructionsOf(readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [, , label = 'last'] = rest.split(' ')
      stage = { folder: path.join(folder, label), workdir: '/', env: {}, command: [], health: [] }
      stages.set(label, stage)
      await mkdir(stage.folder, { recursive: true })
    }
    if (name === 'WORKDIR') {
      stage.workdir = rest
      await mkdir(pathIn('.'), { recursive: true })
    }
    if (name === 'ENV') for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
    if (name === 'COPY') await runCopy(rest, stages, pathIn)
    if (name === 'RUN') {
      const localCommand = rest
        .replaceAll(/(?<=[\s'])\/(?=app|data)/g, `${stage.folder}/`)
        .replaceAll('node:node', `${process.getuid?.()}:${process.getgid?.()}`)
      const { status, stderr } = spawnSync('sh', ['-c', localCommand], {
        cwd: pathIn('.'),
        env: { ...process.env, ...stage.env },
        encoding: 'utf8',
      })
      expect(status, `${rest}\n${stderr}`).toBe(0)
    }
    if (name === 'CMD') stage.command = JSON.parse(rest) as string[]
    if (name === 'HEALTHCHECK') stage.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  }
  return stage
}

async function runCopy(
  copyArguments: string,
  stages: ReadonlyMap<string, Stage>,
  pathIn: (location: string, inStage?: Stage) => string,
): Promise<void> {
  const fromOption = /^--from=(\w+) /.exec(copyArguments)
  const sources = copyArguments.slice(fromOption?.[0].length ?? 0).split(' ')
  const target = sources.pop() ?? ''
  const sourceStage = fromOption === null ? undefined : stages.get(fromOption[1] ?? '')
  for (const source of sources) {
    if (sourceStage !== undefined) await cp(pathIn(source, sourceStage), pathIn(target), { recursive: true, verbatimSymlinks: true })
    else if (source === '.') await copyContext(pathIn('.'))
    else await cp(path.join(ROOT, source), target.endsWith('/') ? path.join(pathIn(target), path.basename(source)) : pathIn(target))
  }
}

/** Copies the files that git lists, except those that .dockerignore excludes. */
async function copyContext(target: string): Promise<void> {
  const ignoredNames = new Set(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n'))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  for (const file of files.filter((name) => !ignoredNames.has(name.split('/')[0] ?? '')))
    await cp(path.join(ROOT, file), path.join(target, file)).catch((error: NodeJS.ErrnoException) => {
      // Git also lists a deleted file as long as its deletion is not committed.
      if (error.code !== 'ENOENT') throw error
    })
}

it(
  'the steps of the image result in a healthy server, with its runtime packages and no others',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-image-'))
    const image = await followDockerfile(folder)
    const port = String(await freePort())
    const env = {
      ...process.env,
      ...image.env,
      HOST: 'localhost',
      DATA_DIR: path.join(image.folder, 'data'),
      PORT: port,
      CHECKOUT_PORT: String(await freePort()),
      SEED_VIDEOS: '0',
    }
    const [program = '', ...args] = image.command
    const server = spawn(program, args, { cwd: path.join(image.folder, image.workdir), env, stdio: 'ignore' })
    const [checkProgram = '', ...checkArgs] = image.health
    const runHealthCheck = () =>
      spawnSync(
        checkProgram,
        checkArgs.map((arg) => arg.replace('8787', port)),
      ).status
    await expect.poll(runHealthCheck, { timeout: START_LIMIT_MS, interval: 500 }).toBe(0)
    expect((await fetch(`http://localhost:${port}/home`)).status).toBe(200)
    for (const tool of ['vite', 'typescript', 'react', 'playwright'])
      expect(spawnSync('test', ['-e', path.join(image.folder, image.workdir, 'node_modules', tool)]).status, tool).toBe(1)
    const exitEvent = once(server, 'exit')
    server.kill('SIGTERM')
    expect((await exitEvent)[0]).toBe(0)
    await rm(folder, { recursive: true, force: true })
  },
  STEPS_LIMIT_MS,
)
