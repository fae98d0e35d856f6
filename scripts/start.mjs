import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

ensureInstalled()
await ensureBuilt()
await import(new URL('../dist/server/main.js', import.meta.url).href)
