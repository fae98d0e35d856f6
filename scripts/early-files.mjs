import { FIRST_PAGES } from './first-pages.mjs'

/** Scripts that every page loads, in this order. */
const SHARED_CHUNKS = ['vendor', 'shell', 'kit', 'late', 'zod', 'work-schemas', 'list-schemas', 'records', 'schemas', 'start']
/** Scripts for which every page has a link: the entry, its import and those in `SHARED_CHUNKS`. */
const LINKED_SCRIPT = new RegExp(`^assets/(?:index|rolldown-runtime|${SHARED_CHUNKS.join('|')})-[\\w-]{8}\\.js$`)
const FONT = /\.woff2$/

/**
 * Preloads files that otherwise only the script would request. The shell preloads the files of every page. `early-files.json` lists the
 * files of single screens with their texts; the server adds them to the heads of these screens.
 * @returns {import('vite').Plugin}
 */
export function earlyFiles() {
  return {
    name: 'kinora:early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [...sharedFiles(chunksOf(bundle)), ...fontsOf(bundle)].map(tagFor),
    },
    generateBundle(_options, bundle) {
      const chunks = chunksOf(bundle)
      const linkedFiles = new Set([...withImports(chunks, ({ isEntry }) => isEntry), ...sharedFiles(chunks)])
      const screens = Object.entries(FIRST_PAGES).map(([address, { page, words, parts = [] }]) => {
        const sources = [page, ...parts]
        const isOfScreen = ({ facadeModuleId }) => sources.some((source) => facadeModuleId?.endsWith(`/${source}`))
        return [address, { files: withImports(chunks, isOfScreen).filter((file) => !linkedFiles.has(file)), words }]
      })
      this.emitFile({ type: 'asset', fileName: 'early-files.json', source: JSON.stringify(Object.fromEntries(screens)) })
    },
  }
}

/** The preloads of a dynamic import, without the scripts for which every page has a link. For Vite's `resolveDependencies`. */
export function withoutEverywhere(_file, scripts, { hostType }) {
  return hostType === 'html' ? scripts : scripts.filter((script) => !LINKED_SCRIPT.test(script))
}

function chunksOf(bundle) {
  return Object.values(bundle ?? {}).filter(({ type }) => type === 'chunk')
}

function sharedFiles(chunks) {
  return SHARED_CHUNKS.flatMap((chunkName) => chunks.filter(({ name }) => name === chunkName)).flatMap(filesOf)
}

/** The files of the matching chunks and of all their imports. */
function withImports(chunks, isRootChunk) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const foundChunks = new Set()
  const add = (chunk) => {
    if (chunk === undefined || foundChunks.has(chunk)) return
    foundChunks.add(chunk)
    for (const file of chunk.imports) add(byFile.get(file))
  }
  for (const chunk of chunks.filter(isRootChunk)) add(chunk)
  return [...foundChunks].flatMap(filesOf)
}

function filesOf({ fileName, viteMetadata }) {
  return [fileName, ...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
}

/** The font files, which all text uses. */
function fontsOf(bundle) {
  return Object.keys(bundle ?? {})
    .filter((file) => FONT.test(file))
    .map((file) => `/${file}`)
}

function tagFor(href) {
  const linkAttributes = href.endsWith('.js')
    ? { rel: 'modulepreload' }
    : FONT.test(href)
      ? { rel: 'preload', as: 'font' }
      : { rel: 'stylesheet' }
  return { tag: 'link', attrs: { ...linkAttributes, crossorigin: true, href }, injectTo: 'head' }
}
