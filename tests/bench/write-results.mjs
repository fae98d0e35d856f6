import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, 'results.md')
const HEAD = '# Results of `npm run bench`\n\nRatios compare within one run; milliseconds belong to the machine.\n'

/** Prints the lines, and replaces the section with this title in the results. The other sections stay. */
export function writeResults(title, lines, tools = `Node ${process.version}`) {
  const [cpu] = cpus()
  const facts = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${tools}`
  const section = `## ${title}\n\n${facts}\n\n${lines.join('\n')}\n`
  console.log(`\n${section}`)
  const [head, ...sections] = existsSync(FILE) ? readFileSync(FILE, 'utf8').split(/\n(?=## )/) : [HEAD]
  const others = sections.filter((other) => !other.startsWith(`## ${title}\n`))
  const all = [...others, section].toSorted((a, b) => (a < b ? -1 : 1))
  writeFileSync(FILE, [head, ...all].map((part) => `${part.trimEnd()}\n`).join('\n'))
}

/** A Markdown table. Each row is a list of cells. */
export function tableOf(columns, rows) {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
