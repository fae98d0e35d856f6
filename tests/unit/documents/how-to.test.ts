import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const READMES = ['src', 'shared', 'motion', 'workers', 'server', 'tests'].map((realm) => `${realm}/README.md`)
const FOLDER = path.resolve('test-results/how-to')
const TSC = path.resolve('node_modules/typescript/bin/tsc')
/** Read again in the next run, which checks only what has changed. */
const CACHE = path.resolve('node_modules/.cache/types')
const COMPILE_TIMEOUT_MS = 60_000
const BLOCK = /^```tsx?\n([^]*?)\n```$/gm
/** Begins a new file, or lines that belong into an existing one behind a line of it. */
const TITLE = /^\/\/ (?:(in) )?((?:src|workers|server|shared|motion|tests)\/[\w./-]+\.tsx?)(?:, after `(.+)`)?$/

/** What a block says of one file. `after`: the line of the existing file that it follows; undefined for a new file. */
interface Piece {
  readonly readme: string
  readonly file: string
  readonly after: string | undefined
  readonly code: string
}

const pieces = READMES.flatMap((readme) =>
  [...readFileSync(readme, 'utf8').matchAll(BLOCK)].flatMap(([, block = '']) => readBlock(readme, block)),
)

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const part of ['src', 'workers', 'server', 'motion', 'shared', 'tests', 'package.json', 'tsconfig.base.json']) {
    cpSync(part, path.join(FOLDER, part), { recursive: true, filter: isCompiled })
  }
  for (const { readme, file, after, code } of pieces) {
    const target = path.join(FOLDER, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, after === undefined ? code : addAfter(readFileSync(target, 'utf8'), after, code, `${readme}: ${file}`))
  }
})
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

test('each README of a realm shows how to add something', () => {
  expect([...new Set(pieces.map(({ readme }) => readme))]).toEqual(READMES)
})

test('a new file is not there yet, and lines are added to a file that is', () => {
  for (const { readme, file, after } of pieces) expect([readme, file, existsSync(file)]).toEqual([readme, file, after !== undefined])
})

test.each(['src', 'workers', 'server', 'tests'])(
  'the examples compile in %s',
  async (realm) => {
    expect(await compile(realm)).toBe('')
  },
  COMPILE_TIMEOUT_MS,
)

/** A block begins with a title; each further one ends what stands before it. */
function readBlock(readme: string, block: string): readonly Piece[] {
  const found: Piece[] = []
  for (const line of block.split('\n')) {
    const [isTitle, isIn, file = '', after] = TITLE.exec(line) ?? []
    const last = found.at(-1)
    if (isTitle === undefined && last === undefined) throw new Error(`${readme}: "${line}" does not say which file it stands for.`)
    if (isTitle !== undefined && (isIn === undefined) !== (after === undefined))
      throw new Error(`${readme}: "${line}" lacks half of a place.`)
    if (isTitle !== undefined) found.push({ readme, file, after, code: '' })
    else if (last !== undefined) found.splice(-1, 1, { ...last, code: `${last.code}${line}\n` })
  }
  return found
}

function isCompiled(place: string): boolean {
  return statSync(place).isDirectory() || /\.(?:tsx?|mjs|json)$/.test(place)
}

function addAfter(current: string, after: string, code: string, where: string): string {
  const lines = current.split('\n')
  const places = lines.flatMap((line, index) => (line.trim() === after ? [index] : []))
  if (places.length !== 1) throw new Error(`${where} has ${places.length} lines "${after}", not one.`)
  const at = (places[0] ?? 0) + 1
  return [...lines.slice(0, at), code, ...lines.slice(at)].join('\n')
}

/** What the compiler says of a realm's examples in a copy of the sources in which all of them are followed; what is shared has to pass in each. */
function compile(realm: string): Promise<string> {
  const config = path.join(FOLDER, realm, 'tsconfig.how-to.json')
  const isOurs = (file: string) => file.startsWith(`${realm}/`) || (/^(?:shared|motion)\//.test(file) && realm !== 'tests')
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    incremental: true,
    tsBuildInfoFile: path.join(CACHE, `how-to-${realm}.tsbuildinfo`),
  }
  const files = [...new Set(pieces.map(({ file }) => file).filter(isOurs)), `${realm === 'tests' ? 'src' : realm}/globals.d.ts`]
  const from = files.map((file) => path.join('..', file))
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: [], files: from }))
  return new Promise((resolve) => {
    const compiler = spawn(process.execPath, [TSC, '-p', config])
    let output = ''
    compiler.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    compiler.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    compiler.on('close', (code) => resolve(code === 0 ? '' : output || `The compiler ended with ${code}.`))
  })
}
