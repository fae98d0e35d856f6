import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

ensureInstalled()
await ensureBuilt()
if (process.argv.length === 2)
  console.log('npm start does not restart the server when it stops. To use a supervisor, see docs/deploying.md, "Under a supervisor".')
await import(new URL('../dist/server/main.js', import.meta.url).href)
