import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const RESULTS_FILE = join(import.meta.dirname, 'results.md')
const RESULTS_HEAD = '# Results of `npm run bench`\n\nRatios compare within one run; milliseconds belong to the machine.\n'

/** Prints the lines, and replaces the section with this title in the results. The other sections stay. */
export function writeResults(title, lines, tools = `Node ${process.version}`) {
  const [cpu] = cpus()
  const metadata = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${tools}`
  const section = `## ${title}\n\n${metadata}\n\n${lines.join('\n')}\n`
  console.log(`\n${section}`)
  const [head, ...sections] = existsSync(RESULTS_FILE) ? readFileSync(RESULTS_FILE, 'utf8').split(/\n(?=## )/) : [RESULTS_HEAD]
  const otherSections = sections.filter((otherSection) => !otherSection.startsWith(`## ${title}\n`))
  const allSections = [...otherSections, section].toSorted((a, b) => (a < b ? -1 : 1))
  writeFileSync(RESULTS_FILE, [head, ...allSections].map((part) => `${part.trimEnd()}\n`).join('\n'))
}

/** A Markdown table. Each row is a list of cells. */
export function tableOf(columns, rows) {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
