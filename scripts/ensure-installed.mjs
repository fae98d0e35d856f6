import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const PACKAGES_FOLDER = path.join(projectRoot, 'node_modules')
const MARKER = path.join(PACKAGES_FOLDER, '.installed-lock-hash')
const MIN_NODE = [20, 19]
/** The install script of onnxruntime-node would download files for graphics cards, and fail the installation without internet access. */
const SKIP_CUDA_DOWNLOAD = { ONNXRUNTIME_NODE_INSTALL: 'skip' }

/** Installs the packages of the lock file unless they are up to date. Needs only Node and npm. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    exitWith(`Kinora needs Node ${MIN_NODE.join('.')} or newer. This is Node ${process.versions.node}.`)
  }
  const lockHash = createHash('sha256')
    .update(readFileSync(path.join(projectRoot, 'package-lock.json')))
    .digest('hex')
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === lockHash) return
  if (lstatSync(PACKAGES_FOLDER, { throwIfNoEntry: false })?.isSymbolicLink()) {
    exitWith('node_modules is a link, and an installation would empty its target. Install the packages in the target first.')
  }
  console.log('Installing packages')
  const { status } = runCommand('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    env: { ...process.env, ...SKIP_CUDA_DOWNLOAD },
  })
  if (status !== 0) exitWith('The packages could not be installed. See the npm error above.')
  writeFileSync(MARKER, lockHash)
}

/** Runs a command in the project's folder and shows its output. On Windows npm is a script, which only a shell can start. */
export function runCommand(command, args, options = {}) {
  const shell = process.platform === 'win32' && command === 'npm'
  return spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit', shell, ...options })
}

/** Prints one sentence and ends the process. */
export function exitWith(sentence) {
  console.error(sentence)
  process.exit(1)
}
