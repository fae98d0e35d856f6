import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REALM_FOLDERS, sourceFiles } from './source-files.mjs'

const NAMED_PATH = /`((?:src|workers|server|shared|motion|tests|scripts|public|docs)\/[\w./-]*[\w/])`/g
const NAMED_FILE = /(?<![\w/.-])([\w-]+\.tsx?)\b/g
const QUOTED_FILE = /`([\w-]+\.tsx?)`/g
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'THIRD-PARTY.md',
  ...['src', 'shared', 'motion', 'workers', 'server', 'tests'].map((realm) => `${realm}/README.md`),
]
/** The files that declare the server's environment variables, one per line. */
const CONFIG_FILES = [
  'server/config/config.ts',
  'server/account/google/google-config.ts',
  'server/billing/invoices/seller.ts',
  'server/billing/providers/payment-config.ts',
  'server/measurement/attribution/attribution-config.ts',
  'server/media-store/storage-config.ts',
  'server/motion/engines/engine-config.ts',
  'server/offline/push-config.ts',
]
const CONFIGURATION = 'docs/configuration.md'
const DECLARED_VARIABLE = /^ {2}([A-Z][A-Z\d_]*): /gm
const VARIABLE_ROW = /^\| (`[A-Z].*?) \|/gm
/** A rule that a comment cites. The comment may have a line break between page and heading. */
const NAMED_RULE = /docs\/([\w-]+)\.md,(?:\s*\n\s*\*)?\s*"([^"]+)"/g

/**
 * Paths and file names in documents that do not exist, cited rules without a heading, and environment variables that only the code or only
 * the documents name.
 */
export function findDocumentProblems(root) {
  const readText = (file) => readFileSync(path.join(root, file), 'utf8')
  const pages = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const sources = REALM_FOLDERS.flatMap((realm) => sourceFiles(root, realm))
  const missingPaths = [...DOCUMENTS, ...pages.map((page) => `docs/${page}`)].flatMap((document) =>
    [...readText(document).matchAll(NAMED_PATH)]
      .filter(([, namedPath]) => !existsSync(path.join(root, namedPath)))
      .map(([, namedPath]) => `${document} names ${namedPath}, which does not exist.`),
  )
  const fileNames = new Set(
    [...sources, ...['tests', 'scripts'].flatMap((realm) => sourceFiles(root, realm))].map((file) => path.basename(file)),
  )
  const missingFiles = [['ARCHITECTURE.md', NAMED_FILE], ...pages.map((page) => [`docs/${page}`, QUOTED_FILE])].flatMap(
    ([document, names]) =>
      [...readText(document).matchAll(names)]
        .filter(([, name]) => !fileNames.has(name))
        .map(([, name]) => `${document} names ${name}, which does not exist.`),
  )
  const headings = new Map(
    pages.map((page) => [
      page.replace('.md', ''),
      new Set([...readText(`docs/${page}`).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text.trim())),
    ]),
  )
  const missingRules = sources.flatMap((file) =>
    [...readText(file).matchAll(NAMED_RULE)]
      .filter(([, page, rule]) => headings.get(page)?.has(rule) !== true)
      .map(([, page, rule]) => `${file} cites the rule "${rule}", which docs/${page}.md does not have.`),
  )
  return [...missingPaths, ...missingFiles, ...missingRules, ...findConfigurationProblems(readText)]
}

function findConfigurationProblems(readText) {
  const declaredNames = new Set(CONFIG_FILES.flatMap((file) => [...readText(file).matchAll(DECLARED_VARIABLE)].map(([, name]) => name)))
  const describedNames = variablesOf(readText(CONFIGURATION))
  const undescribedNames = [...declaredNames].filter((name) => !describedNames.has(name))
  const undeclaredNames = ['README.md', CONFIGURATION].flatMap((document) =>
    [...variablesOf(readText(document))]
      .filter((name) => !declaredNames.has(name))
      .map((name) => `${document} describes ${name}, which nothing reads.`),
  )
  return [...undescribedNames.map((name) => `${CONFIGURATION} lacks ${name}, which the server reads.`), ...undeclaredNames]
}

/** The variables in the first column of a document's tables. */
function variablesOf(document) {
  return new Set(
    [...document.matchAll(VARIABLE_ROW)].flatMap(([, cell]) => [...cell.matchAll(/`([A-Z][A-Z\d_]*)`/g)].map(([, name]) => name)),
  )
}
