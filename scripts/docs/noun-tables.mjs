import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NOUNS, REALMS } from '../nouns.mjs'
import { tableText } from './markers.mjs'

const NUMBERS_HEADING = 'Numbers'
const COLUMNS = { 'src/': 'the page uses', 'workers/hub/': 'the hub uses', 'server/': 'the server uses' }

/** The tables of the documents that list the nouns and their pages. */
export function nounTables(root) {
  return { 'ARCHITECTURE.md': { nouns: nounsTable(root), graph: graphText() }, 'docs/README.md': { pages: pagesTable(root) } }
}

function nounsTable(root) {
  const usesOf = ({ folder, base, nouns }, noun) => {
    if (noun === 'platform') return base.join(', ')
    if (nouns[noun] !== undefined) return nouns[noun].join(', ')
    return existsSync(path.join(root, folder, noun)) ? 'all' : '–'
  }
  const rows = Object.entries(NOUNS).map(([noun, description]) =>
    [`\`${noun}\``, description].concat(REALMS.map((realm) => usesOf(realm, noun))),
  )
  return tableText(['noun', 'what it is', ...REALMS.map(({ folder }) => COLUMNS[folder])], rows)
}

/** The nouns of each realm with the nouns that they use, followed by the ground folders, which all may use. */
function graphText() {
  const lines = REALMS.flatMap(({ folder, base, nouns }) => {
    const realm = folder.replace('workers/', '').replace('/', '')
    const arrows = Object.entries(nouns).map(([noun, uses]) => {
      const node = `${realm}.${noun}[${noun}]`
      return uses.length === 0 ? node : `${node} --> ${uses.map((usedNoun) => `${realm}.${usedNoun}[${usedNoun}]`).join(' & ')}`
    })
    const groundNode = `${realm}.ground(["${base.join(', ')}"])`
    return [`  subgraph ${realm}["${folder}"]`].concat(
      arrows.map((arrow) => `    ${arrow}`),
      '  end',
      `  ${realm} --> ${groundNode}`,
    )
  })
  return ['```mermaid', 'flowchart LR', ...lines, '```'].join('\n')
}

/** The pages of `docs`, first those of nouns, and the headings that comments cite. */
function pagesTable(root) {
  const folder = path.join(root, 'docs')
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const nounPages = Object.keys(NOUNS).map((noun) => `${noun}.md`)
  const orderedFiles = [
    ...nounPages.filter((file) => files.includes(file)),
    ...files.filter((file) => !nounPages.includes(file)).toSorted(),
  ]
  const rows = orderedFiles.map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const [title] = headingsOf(text, '#')
    const rules = headingsOf(text, '##').filter((heading) => heading !== NUMBERS_HEADING)
    return [`[${path.basename(file, '.md')}](${file})`, title, rules.join(', ')]
  })
  return tableText(['page', 'about', 'rules'], rows)
}

function headingsOf(text, level) {
  return [...text.matchAll(new RegExp(`^${level} (.+)$`, 'gm'))].map(([, heading]) => heading)
}
