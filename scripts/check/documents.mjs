import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'docs/rules.md']
const NAMED_PATH = /`((?:src|workers|server|tests|scripts|public|docs)\/[\w./-]*[\w/])`/g
const NAMED_FILE = /(?<![\w/.-])([\w-]+\.tsx?)\b/g
const NAMED_RULE = /docs\/rules\.md, "([^"]+)"/g

/** Paths that a document names and that do not exist; rules that a comment cites and that are not written down. */
export function findDocumentProblems(root) {
  const paths = DOCUMENTS.flatMap((document) => matches(root, document, NAMED_PATH).map((named) => ({ document, named })))
  const lost = paths
    .filter(({ named }) => !existsSync(path.join(root, named)))
    .map(({ document, named }) => `${document} names ${named}, which does not exist.`)
  const sources = ['src', 'workers', 'server'].flatMap((realm) =>
    readdirSync(path.join(root, realm), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  const known = new Set(sources.map((file) => path.basename(file)))
  const unknown = matches(root, 'ARCHITECTURE.md', NAMED_FILE)
    .filter((name) => !known.has(name))
    .map((name) => `ARCHITECTURE.md names ${name}, which does not exist.`)
  const headings = new Set(
    [...readFileSync(path.join(root, 'docs/rules.md'), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading.trim()),
  )
  const cited = sources.flatMap((file) => matches(root, file, NAMED_RULE).map((rule) => ({ file, rule })))
  const unwritten = cited
    .filter(({ rule }) => !headings.has(rule))
    .map(({ file, rule }) => `${file} cites the rule "${rule}", which docs/rules.md does not have.`)
  return [...lost, ...unknown, ...unwritten]
}

function matches(root, file, pattern) {
  return [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)].map(([, found]) => found)
}
