import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPieces, pieces } from './follow-how-tos.ts'

const FOLDER = path.resolve('test-results/how-to-check')
const CHECK_TIMEOUT_MS = 10 * 60_000
/** Folders that are not copied: the one of git, and those that builds, servers and tests create. */
const GENERATED_FOLDERS = new Set(['.git', '.data', '.stryker-tmp', 'dist', 'node_modules', 'test-results'])
/** Caches of tools in `node_modules`. They are not linked into the copy of the project, which gets its own. */
const TOOL_CACHES = new Set(['.cache', '.vite', '.vite-temp'])

beforeAll(() => {
  copyProject()
  applyPieces(pieces, FOLDER)
  allowUnfinished()
}, CHECK_TIMEOUT_MS)
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }), CHECK_TIMEOUT_MS)

test(
  'a copy of the project that follows all how-tos passes the whole check, except for sizes, which need a build',
  async () => {
    expect(await runScript('write-docs.mjs')).toMatchObject({ code: 0 })
    const { code, output } = await runScript('check.mjs', '--without-build')
    expect(code, output).toBe(0)
  },
  CHECK_TIMEOUT_MS,
)

test(
  'the check of a copy reads the files of the copy',
  async () => {
    writeFileSync(path.join(FOLDER, 'src/creations/faulty.ts'), 'export const faulty:number = "text";\nvar unread = 1\n')
    const { code, output } = await runScript('check.mjs', '--without-build')
    expect(code).toBe(1)
    for (const name of ['format', 'lint', 'types', 'unused'])
      expect(output).toMatch(new RegExp(`^${name}: [^]*?creations/faulty\\.ts`, 'm'))
  },
  CHECK_TIMEOUT_MS,
)

function copyProject(): void {
  rmSync(FOLDER, { recursive: true, force: true })
  // The copy is in an ignored folder of the project. With a .git folder of its own, tools apply only the copy's own .gitignore.
  mkdirSync(path.join(FOLDER, '.git'), { recursive: true })
  for (const entry of readdirSync('.').filter((name) => !GENERATED_FOLDERS.has(name)))
    cpSync(entry, path.join(FOLDER, entry), { recursive: true })
  const packages = path.join(FOLDER, 'node_modules')
  mkdirSync(packages)
  for (const entry of readdirSync('node_modules').filter((name) => !TOOL_CACHES.has(name)))
    symlinkSync(path.resolve('node_modules', entry), path.join(packages, entry))
}

/** Adds new files that nothing imports yet to knip's entries, so that knip does not report them. */
function allowUnfinished(): void {
  const file = path.join(FOLDER, 'knip.json')
  const unfinishedEntries = pieces.filter(({ isUnfinished }) => isUnfinished).map((piece) => `    "${piece.file}",\n`)
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('"entry": [\n', (start) => start + unfinishedEntries.join('')),
  )
}

function runScript(name: string, ...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const script = spawn(process.execPath, [path.join('scripts', name), ...args], { cwd: FOLDER })
    let output = ''
    script.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    script.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    script.on('close', (code) => resolve({ code, output }))
  })
}
