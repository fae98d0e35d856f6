import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitWith, projectRoot, run } from './ensure-installed.mjs'

const MARKER = path.join(projectRoot, 'dist', '.sources-hash')
const SOURCES = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.first-view.config.ts',
  'vite.server.config.ts',
  'public',
  'scripts',
  'server',
  'src',
  'workers',
]

/** Builds the page, the workers and the server unless nothing changed since the last build. */
export function ensureBuilt() {
  const hash = sourcesHash()
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === hash) return
  rmSync(MARKER, { force: true })
  console.log('Building …')
  const vite = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const config of ['vite.config.ts', 'vite.first-view.config.ts', 'vite.server.config.ts']) {
    const { status } = run(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'])
    if (status !== 0) exitWith('The build failed; the reason stands above.')
  }
  writeFileSync(MARKER, hash)
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesUnder(path.join(projectRoot, source))) {
      hash.update(path.relative(projectRoot, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(place) {
  const entries = readdirSync(path.dirname(place), { withFileTypes: true })
  const self = entries.find((entry) => entry.name === path.basename(place))
  if (self === undefined) return []
  if (self.isFile()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
