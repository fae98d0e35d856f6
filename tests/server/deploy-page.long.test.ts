import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../fixtures/server/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STEPS_LIMIT_MS = 900_000
const START_LIMIT_MS = 60_000
/** Commands that need root on this computer, so the test does not run them. */
const ROOT_COMMANDS = ['useradd', 'chown', 'systemctl']

/** The shell commands in one section of a document. */
function commandsOf(page: string, section: string): string {
  const [, text = ''] = new RegExp(`^## ${section}\n(.*?)^## `, 'ms').exec(page) ?? []
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands).join('')
}

const valueIn = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

it(
  'the steps of the page for one machine result in a server that answers behind a proxy, step by step',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-page-'))
    const inFolder = (text: string) => text.replaceAll(/(?<![\w.])\/(?=(?:opt|var|etc)\/)/g, `${folder}/`)
    const programs = path.join(folder, 'programs')
    await mkdir(programs)
    await mkdir(path.join(folder, 'etc/systemd/system'), { recursive: true })
    for (const name of ROOT_COMMANDS) {
      await writeFile(path.join(programs, name), '#!/bin/sh\n')
      await chmod(path.join(programs, name), 0o755)
    }
    const commands = inFolder(commandsOf(readFileSync(path.join(ROOT, 'docs/deploying.md'), 'utf8'), 'One machine'))
    const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}`, REPOSITORY: `file://${ROOT}` }
    const result = spawnSync('sh', ['-e', '-c', commands], { cwd: folder, env, encoding: 'utf8' })
    expect(result.status, result.stderr).toBe(0)

    const unit = inFolder(await readFile(path.join(folder, 'etc/systemd/system/kinora.service'), 'utf8'))
    const envFile = await readFile(valueIn(unit, 'EnvironmentFile'), 'utf8')
    const [program = '', ...args] = valueIn(unit, 'ExecStart').split(' ')
    const port = await freePort()
    const server = spawn(path.basename(program), args, {
      cwd: valueIn(unit, 'WorkingDirectory'),
      env: {
        PATH: process.env['PATH'] ?? '',
        ...Object.fromEntries([...envFile.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
        PORT: String(port),
        CHECKOUT_PORT: String(await freePort()),
        SEED_VIDEOS: '0',
      },
      stdio: 'ignore',
    })
    const statusOf = (address: string) =>
      fetch(`http://127.0.0.1:${port}${address}`, { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' } }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => statusOf('/readyz'), { timeout: START_LIMIT_MS, interval: 500 }).toBe(200)
    expect([await statusOf('/home'), await statusOf('/dev/mail')]).toEqual([200, 404])
    const exitEvent = once(server, 'exit')
    server.kill('SIGTERM')
    expect((await exitEvent)[0]).toBe(0)
    await rm(folder, { recursive: true, force: true })
  },
  STEPS_LIMIT_MS,
)
