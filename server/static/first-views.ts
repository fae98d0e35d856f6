import { type RouteName, ROUTES, screenHead } from '#shared/domain/screens.ts'
import { textsAddress } from '#shared/domain/locale-files.ts'
import { type StaticFiles, type StaticFile, textFile } from './static-files.ts'
import { createHash } from 'node:crypto'

/** A screen prerendered by the build. */
export interface FirstView {
  readonly html: string
  /** Paths of its style sheets. */
  readonly styles: readonly string[]
  /** Whether the screen is complete without scripts. */
  readonly isWhole: boolean
}

type Views = Readonly<Record<string, FirstView>>

/** All prerendered screens by address; empty without any. */
export function readFirstViews(files: Pick<StaticFiles, 'find'>): Views {
  const file = files.find('/first-views.json')
  return file === undefined ? {} : (JSON.parse(new TextDecoder().decode(file.bytes)) as Views)
}

/** The key of a screen in the files of the build: its canonical address. All tag pages share one key. */
function viewKey(route: RouteName, isTag: boolean): string {
  return (screenHead(route).canonical ?? ROUTES[route]) + (isTag ? '#tag' : '')
}

/** The prerendered screen of a route, if any. */
export function createFirstViews(
  files: Pick<StaticFiles, 'find'>,
): (route: RouteName | undefined, isTag: boolean) => FirstView | undefined {
  const views = readFirstViews(files)
  return (route, isTag) => (route === undefined ? undefined : views[viewKey(route, isTag)])
}

/** Files that a screen needs besides the shell. */
interface EarlyFiles {
  readonly files: readonly string[]
  /** The names of the text files that the screen needs. */
  readonly words: readonly string[]
}

/** Returns the addresses that a screen preloads besides the shell. The page requests all other files itself. */
export function createPreloads(files: StaticFiles): (route: RouteName | undefined, isTag: boolean) => readonly string[] {
  const file = files.find('/early-files.json')
  const screens = file === undefined ? {} : (JSON.parse(new TextDecoder().decode(file.bytes)) as Record<string, EarlyFiles>)
  return (route, isTag) => {
    const earlyFiles = route === undefined ? undefined : screens[viewKey(route, isTag)]
    if (earlyFiles === undefined) return []
    return [...earlyFiles.files, ...earlyFiles.words.map((name) => textsAddress(`en/${name}`, files.builtAtMs ?? 0))]
  }
}

const TITLE_TAG = /<title>[^<]*<\/title>/
const DESCRIPTION_TAG = /\s*<meta\s+name="description"[^>]*>/
const NOSCRIPT_TAG = '<noscript>'
const PLAIN_STYLE = '<link rel="stylesheet" href="/plain.css">'

/**
 * The maximum number of cached pages. It exceeds the number of screens and gallery items, because heads also vary with the order of the
 * galleries.
 */
export const MAX_SHELL_PAGES = 1000

/** The shell with its head replaced, with the prerendered screen and the no-script text. Cached by head, screen and text. */
export function createShellPages(shell: StaticFile): (head: string, view?: FirstView, plainHtml?: string) => StaticFile {
  const html = new TextDecoder().decode(shell.bytes).replace(DESCRIPTION_TAG, '')
  const pages = new Map<string, StaticFile>()
  return (head, view, plainHtml = '') => {
    const key = `${head}\0${view?.html ?? ''}\0${plainHtml}`
    const page =
      pages.get(key) ??
      textFile(
        'index.html',
        withView(
          html.replace(TITLE_TAG, () => head).replace(NOSCRIPT_TAG, (tag) => (plainHtml === '' ? tag : tag + PLAIN_STYLE + plainHtml)),
          view,
        ),
      )
    const [oldestKey] = pages.keys()
    if (pages.size >= MAX_SHELL_PAGES && !pages.has(key) && oldestKey !== undefined) pages.delete(oldestKey)
    pages.set(key, page)
    return page
  }
}

const HEAD_END = '</head>'
const EMPTY_ROOT = '<div id="root"></div>'
/** The preload tags that a prerendered screen does not need: the page requests these files after the first paint. */
const PRELOADED_LATER = /<link rel="(?:modulepreload|preload" as="fetch)"/g

function withView(html: string, view: FirstView | undefined): string {
  if (view === undefined) return html
  const styles = view.styles.filter((href) => !html.includes(`rel="stylesheet" crossorigin href="${href}"`))
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`).join('')
  return html
    .replace(PRELOADED_LATER, (tag) => tag.replace('rel="', 'rel="later" data-rel="'))
    .replace(HEAD_END, () => links + HEAD_END)
    .replace(EMPTY_ROOT, () => `<div id="root">${view.html}</div>`)
}

const STYLE_ELEMENT = /<style[^>]*>([^]*?)<\/style>/g
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g

/** Policy hashes of all inline styles in these HTML texts: elements by their content, and attributes. Styles set by scripts need none. */
export function inlineStyleSources(htmls: readonly string[]): readonly string[] {
  const texts = htmls.flatMap((html) =>
    [STYLE_ELEMENT, STYLE_ATTRIBUTE].flatMap((pattern) => [...html.matchAll(pattern)].map(([, text = '']) => text)),
  )
  const hashes = [...new Set(texts.map(unescaped))].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.length === 0 ? [] : ["'unsafe-hashes'", ...hashes.toSorted()]
}

/** Decodes an attribute value; element content has no entities here. */
function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
