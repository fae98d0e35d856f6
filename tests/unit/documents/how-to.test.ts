import { spawn } from 'node:child_process'
import { cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READMES, applyPieces, pieces } from './follow-how-tos.ts'

const FOLDER = path.resolve('test-results/how-to')
const TARGET_FOLDER = path.resolve('test-results/how-to-places')
const TSC = path.resolve('node_modules/typescript/bin/tsc')
/** The folder of the compiler's state. The next run reads the state, so that it checks only the changes. */
const CACHE_FOLDER = path.resolve('node_modules/.cache/types')
const COMPILE_TIMEOUT_MS = 60_000
const COMPILED_FILE = /^(?:src|workers|server|shared|motion|tests)\/.+\.tsx?$/

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const part of ['src', 'workers', 'server', 'motion', 'shared', 'tests', 'package.json', 'tsconfig.base.json']) {
    cpSync(part, path.join(FOLDER, part), { recursive: true, filter: isCompiled })
  }
  applyPieces(
    pieces.filter(({ file }) => COMPILED_FILE.test(file)),
    FOLDER,
  )
}, COMPILE_TIMEOUT_MS)
afterAll(() => {
  for (const folder of [FOLDER, TARGET_FOLDER]) rmSync(folder, { recursive: true, force: true })
})

test('each README of a realm shows how to add a part', () => {
  expect([...new Set(pieces.map(({ readme }) => readme))]).toEqual(READMES)
})

test('a new file does not exist yet, and lines are added to an existing file', () => {
  for (const { readme, file, isIn } of pieces) expect([readme, file, existsSync(file)]).toEqual([readme, file, isIn])
})

test('each line that a step names is found once in its file', () => {
  const namedFiles = new Set(pieces.flatMap(({ file, from }) => [file, from ?? file]))
  for (const file of namedFiles) if (existsSync(file)) cpSync(file, path.join(TARGET_FOLDER, file))
  expect(() => applyPieces(pieces, TARGET_FOLDER)).not.toThrow()
})

test.each(['src', 'workers', 'server', 'tests'])(
  'the examples compile in %s',
  async (realm) => {
    expect(await compile(realm)).toBe('')
  },
  COMPILE_TIMEOUT_MS,
)

function isCompiled(file: string): boolean {
  return statSync(file).isDirectory() || /\.(?:tsx?|mjs|json)$/.test(file)
}

/**
 * Compiles the examples of one realm, and returns the compiler's output, which is empty on success. Examples in shared/ and motion/ are
 * compiled with every realm except tests/.
 */
function compile(realm: string): Promise<string> {
  const config = path.join(FOLDER, realm, 'tsconfig.how-to.json')
  const isInRealm = (file: string) => file.startsWith(`${realm}/`) || (/^(?:shared|motion)\//.test(file) && realm !== 'tests')
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    incremental: true,
    tsBuildInfoFile: path.join(CACHE_FOLDER, `how-to-${realm}.tsbuildinfo`),
  }
  const files = [
    ...new Set(pieces.map(({ file }) => file).filter((file) => COMPILED_FILE.test(file) && isInRealm(file))),
    `${realm === 'tests' ? 'src' : realm}/globals.d.ts`,
  ]
  const relativePaths = files.map((file) => path.join('..', file))
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: [], files: relativePaths }))
  return new Promise((resolve) => {
    const compiler = spawn(process.execPath, [TSC, '-p', config])
    let output = ''
    compiler.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    compiler.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    compiler.on('close', (code) => resolve(code === 0 ? '' : output || `The compiler ended with ${code}.`))
  })
}
