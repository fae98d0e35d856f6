import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NOUNS, REALMS } from '../nouns.mjs'
import { tableText } from './markers.mjs'

const NUMBERS = 'Numbers'
const COLUMNS = { 'src/': 'the page uses', 'workers/hub/': 'the hub uses', 'server/': 'the server uses' }

/** The tables of the documents that tell what nouns there are, and what stands about each. */
export function nounTables(root) {
  return { 'ARCHITECTURE.md': { nouns: nounsTable(root), steps: stepsText() }, 'docs/README.md': { pages: pagesTable(root) } }
}

function nounsTable(root) {
  const usesOf = ({ folder, nouns }, noun) => {
    if (nouns[noun] !== undefined) return nouns[noun].join(', ')
    return existsSync(path.join(root, folder, noun)) ? 'all' : '–'
  }
  const rows = Object.entries(NOUNS).map(([noun, what]) => [`\`${noun}\``, what].concat(REALMS.map((realm) => usesOf(realm, noun))))
  return tableText(['noun', 'what it is', ...REALMS.map(({ folder }) => COLUMNS[folder])], rows)
}

/** The nouns of each realm in steps: those of one step use only nouns of later steps. */
function stepsText() {
  const lines = REALMS.map(({ folder, base, nouns }) => {
    const depthOf = (noun) => Math.max(0, ...nouns[noun].map((used) => depthOf(used) + 1))
    const steps = []
    for (const noun of Object.keys(nouns)
      .filter((each) => !base.includes(each))
      .toSorted())
      (steps[depthOf(noun)] ??= []).push(noun)
    const carriers = base.filter((noun) => nouns[noun] !== undefined).toSorted()
    return [folder, [...steps.toReversed(), carriers].map((step) => step.join(', ')).join(' ─► ')]
  })
  const width = Math.max(...lines.map(([folder]) => folder.length))
  return ['```', ...lines.map(([folder, steps]) => `${folder.padEnd(width)}  ${steps}`), '```'].join('\n')
}

/** The pages of `docs`, those of nouns first, and the headings that comments cite. */
function pagesTable(root) {
  const folder = path.join(root, 'docs')
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const ofNouns = Object.keys(NOUNS).map((noun) => `${noun}.md`)
  const ordered = [...ofNouns.filter((file) => files.includes(file)), ...files.filter((file) => !ofNouns.includes(file)).toSorted()]
  const rows = ordered.map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const [title] = headingsOf(text, '#')
    const rules = headingsOf(text, '##').filter((heading) => heading !== NUMBERS)
    return [`[${path.basename(file, '.md')}](${file})`, title, rules.join(', ')]
  })
  return tableText(['page', 'about', 'rules'], rows)
}

function headingsOf(text, level) {
  return [...text.matchAll(new RegExp(`^${level} (.+)$`, 'gm'))].map(([, heading]) => heading)
}
