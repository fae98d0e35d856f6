import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitWith, projectRoot } from './ensure-installed.mjs'

const HASH_FILE = path.join(projectRoot, 'dist', '.sources-hash')
const VITE = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
const CONFIGS = ['vite.config.ts', 'config/vite.first-view.config.ts', 'config/vite.server.config.ts']
const SOURCES = [
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'public',
  'motion',
  'server',
  'shared',
  'src',
  'workers',
]
const RELATIVE_IMPORT = /from '(\.{1,2}\/[^']+)'/g

/** Builds the page, the workers and the server unless nothing has changed since the last build. Ends the process if the build fails. */
export async function ensureBuilt() {
  if (!(await buildIfChanged())) exitWith('The build failed. See the error above.')
}

/** Whether an up-to-date build exists afterwards. The page and the server are built in parallel. */
export async function buildIfChanged() {
  const hash = sourcesHash(projectRoot)
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === hash) return true
  rmSync(HASH_FILE, { force: true })
  console.log('Building')
  const [client, firstView, server] = CONFIGS
  const buildResults = await Promise.all([viteBuild(client).then((isDone) => isDone && viteBuild(firstView)), viteBuild(server)])
  if (buildResults.includes(false)) return false
  writeFileSync(HASH_FILE, hash)
  return true
}

/** The inputs of the build. Of `scripts`, only the modules that its configurations import. */
export function buildSources(root) {
  const modules = new Set(CONFIGS)
  for (const file of modules) {
    for (const [, specifier] of readFileSync(path.join(root, file), 'utf8').matchAll(RELATIVE_IMPORT)) {
      const target = path.posix.join(path.posix.dirname(file), specifier)
      if (!SOURCES.includes(target.split('/')[0])) modules.add(target)
    }
  }
  return [...modules, ...SOURCES]
}

function viteBuild(config) {
  return new Promise((resolve) => {
    // If a test starts the build, the build must not inherit the test's mode: it would use React's development version.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [VITE, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: projectRoot,
      stdio: 'inherit',
      env,
    })
    child.on('close', (code) => resolve(code === 0))
  })
}

function sourcesHash(root) {
  const hash = createHash('sha256')
  for (const source of buildSources(root)) {
    for (const file of filesUnder(path.join(root, source))) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(sourcePath) {
  const entries = readdirSync(path.dirname(sourcePath), { withFileTypes: true })
  const sourceEntry = entries.find((entry) => entry.name === path.basename(sourcePath))
  if (sourceEntry === undefined) return []
  if (sourceEntry.isFile()) return [sourcePath]
  return readdirSync(sourcePath, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
