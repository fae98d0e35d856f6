// npm run bench: all tables, or one of them: npm run bench -- images [folder] [--rounds n] [--engine name], npm run bench -- render [rounds], npm run bench -- rate, npm run bench -- depth [rounds], npm run bench -- editing, npm run bench -- gallery [rounds], npm run bench -- interaction [rounds], npm run bench -- lighthouse [rounds] [address …], npm run bench -- api [seconds]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const TABLES = {
  render: 'render/render.bench.mjs',
  rate: 'render/rate.bench.mjs',
  depth: 'render/depth.bench.mjs',
  images: 'images/images.bench.mjs',
  editing: 'editing/editing.bench.mjs',
  gallery: 'gallery/gallery.bench.mjs',
  interaction: 'interaction/interaction.bench.mjs',
  lighthouse: 'lighthouse/lighthouse.bench.mjs',
  api: 'api/api.bench.mjs',
}

const [name, ...options] = process.argv.slice(2)
if (name !== undefined && !(name in TABLES)) {
  console.error(`There is no table "${name}"; there are ${Object.keys(TABLES).join(' and ')}.`)
  process.exit(1)
}
const files = name === undefined ? Object.values(TABLES) : [TABLES[name]]
const failedFiles = files.filter((file) => {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...options], { stdio: 'inherit' })
  return status !== 0
})
process.exitCode = failedFiles.length === 0 ? 0 : 1
