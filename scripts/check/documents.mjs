import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sourceFiles } from './source-files.mjs'

const NAMED_PATH = /`((?:src|workers|server|tests|scripts|public|docs)\/[\w./-]*[\w/])`/g
const NAMED_FILE = /(?<![\w/.-])([\w-]+\.tsx?)\b/g
/** A comment may break between page and heading. */
const NAMED_RULE = /docs\/([\w-]+)\.md,(?:\s*\n\s*\*)?\s*"([^"]+)"/g

/** Paths and files that a document names and that do not exist; rules that a comment cites and that are not written down. */
export function findDocumentProblems(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8')
  const pages = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const sources = ['src', 'workers', 'server'].flatMap((realm) => sourceFiles(root, realm))
  const lost = ['README.md', 'ARCHITECTURE.md', ...pages.map((page) => `docs/${page}`)].flatMap((document) =>
    [...read(document).matchAll(NAMED_PATH)]
      .filter(([, named]) => !existsSync(path.join(root, named)))
      .map(([, named]) => `${document} names ${named}, which does not exist.`),
  )
  const known = new Set(sources.map((file) => path.basename(file)))
  const unknown = [...read('ARCHITECTURE.md').matchAll(NAMED_FILE)]
    .filter(([, name]) => !known.has(name))
    .map(([, name]) => `ARCHITECTURE.md names ${name}, which does not exist.`)
  const headings = new Map(
    pages.map((page) => [
      page.replace('.md', ''),
      new Set([...read(`docs/${page}`).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text.trim())),
    ]),
  )
  const unwritten = sources.flatMap((file) =>
    [...read(file).matchAll(NAMED_RULE)]
      .filter(([, page, rule]) => headings.get(page)?.has(rule) !== true)
      .map(([, page, rule]) => `${file} cites the rule "${rule}", which docs/${page}.md does not have.`),
  )
  return [...lost, ...unknown, ...unwritten]
}
