import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

ensureInstalled()
await ensureBuilt()
const vite = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
const commands = [
  [vite, 'build', '--config', 'config/vite.server.config.ts', '--watch'],
  ['--watch', path.join('dist', 'server', 'main.js')],
  [vite],
]
const env = { PUBLIC_ORIGIN: 'http://localhost:5173', ...process.env }
const children = commands.map((args) => spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env }))
for (const child of children) child.on('exit', () => children.forEach((other) => other.kill()))
