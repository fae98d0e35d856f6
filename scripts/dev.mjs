import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

ensureInstalled()
await ensureBuilt()
process.chdir(projectRoot)
// The environment is copied first, because a build in this process sets NODE_ENV.
const env = { PUBLIC_ORIGIN: 'http://localhost:5173', ...process.env }
const children = []

function startChild(...args) {
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env })
  children.push(child)
  child.on('exit', () => {
    for (const runningChild of children) runningChild.kill()
    process.exit()
  })
}

startChild(path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js'))
const { watchBuild } = await import('./watch-build.mjs')
// The first build empties dist/server, and `node --watch` does not recover from a missing main.js.
await watchBuild({ configFile: 'config/vite.server.config.ts' })
startChild('--watch', path.join('dist', 'server', 'main.js'))
