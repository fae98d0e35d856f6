// Writes the generated tables of the documents between their markers: npm run docs
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

ensureInstalled()
const { fillTables } = await import('./docs/markers.mjs')
const { readTables } = await import('./docs/tables.mjs')
for (const [file, tables] of Object.entries(await readTables(projectRoot))) {
  const docPath = path.join(projectRoot, file)
  const text = readFileSync(docPath, 'utf8')
  const filledText = fillTables(text, tables)
  if (filledText === text) continue
  writeFileSync(docPath, filledText)
  console.log(`docs: ${file}`)
}
