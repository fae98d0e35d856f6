import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { FIRST_PAGES } from './first-pages.mjs'

/** Placeholders for the first picture, which the server replaces. The picture of an item has one size. */
const PLACEHOLDERS = { href: '/%picture%', imagesrcset: '/%srcset%' }
const PICTURE_PLACEHOLDERS = {
  list: PLACEHOLDERS,
  gallery: PLACEHOLDERS,
  article: PLACEHOLDERS,
  item: { href: PLACEHOLDERS.href },
  none: {},
}
/** Placeholders for a gallery's first tiles. */
const tilePlaceholders = (index) => ({
  src: `/%src-${index}%`,
  srcset: `/%srcset-${index}%`,
  width: `%width-${index}%`,
  height: `%height-${index}%`,
})
const PICTURE_SELECTORS = [
  { ending: ':not([imagesizes])', pictures: ['item'] },
  // The sizes of an article's cover end with its width.
  { ending: ' 900px"]', pictures: ['article'] },
  { ending: '"]', pictures: ['list', 'gallery'] },
]
/** The start of the dialog's tag in the HTML of an item. `open` is added to the tag, so that the dialog covers the screen behind it. */
const DIALOG_START = '<dialog '
/** Matches preload links. They are removed from the HTML, because the server adds the preload of the picture to the head of the page. */
const PRELOAD_LINK = /<link rel="preload"[^>]*>/g
/** The last segment of the address of a pre-rendered item. It is no name of an item, and the HTML must not contain it. */
const ITEM_SEGMENT = 'no-item'
/** Matches the key that is rendered if a text is missing. */
const TEXT_KEY = />((?:[a-z]\w*\.)+\w+)</

let shownPicture = 'none'
let tiles = []

/** Renders pages into `first-views.json`, each as HTML with the style sheets that it needs in addition to the shell's. */
export async function drawFirstViews(bundle, clientDir) {
  const manifest = JSON.parse(readFileSync(path.join(clientDir, '.vite', 'manifest.json'), 'utf8'))
  defineBrowserGlobals(clientDir)
  const { drawFirstView, PRELOADED_TILES } = await import(pathToFileURL(bundle).href)
  tiles = Array.from({ length: PRELOADED_TILES }, (_, index) => tilePlaceholders(index))
  const views = {}
  for (const [address, { page, parts = [], picture = 'none', isWhole = false }] of Object.entries(FIRST_PAGES)) {
    location.pathname = address.replace(/\*.*/, ITEM_SEGMENT)
    shownPicture = picture
    const renderedHtml = (await drawFirstView()).replace(PRELOAD_LINK, '')
    const html = picture === 'item' ? renderedHtml.replace(DIALOG_START, `${DIALOG_START}open `) : renderedHtml
    expectPicture(page, html, PICTURE_PLACEHOLDERS[picture])
    expectWords(page, html)
    const visitedKeys = new Set()
    const styles = ['index.html', page, ...parts].flatMap((key) => stylesOf(manifest, key, visitedKeys))
    expectStyled(page, html, styles.map((file) => readFileSync(path.join(clientDir, file), 'utf8')).join(''))
    if (html.includes(`/${ITEM_SEGMENT}`)) throw new Error(`The first view of ${page} names an item.`)
    views[address] = { html, styles, isWhole }
  }
  writeFileSync(path.join(clientDir, 'first-views.json'), JSON.stringify(views))
}

/** The browser interfaces that the page needs for rendering, as for a first visit. */
function defineBrowserGlobals(clientDir) {
  const doNothing = () => undefined
  const readFile = (address) => JSON.parse(readFileSync(path.join(clientDir, address.replace(/\?.*/, '')), 'utf8'))
  const browser = {
    window: globalThis,
    location: { pathname: '/', search: '', hash: '' },
    history: { state: null, pushState: doNothing, replaceState: doNothing },
    navigator: { onLine: true, languages: ['en'] },
    innerWidth: Number.POSITIVE_INFINITY,
    document: { cookie: '', head: { querySelector: queryPicture }, querySelector: () => null, querySelectorAll: queryTiles },
    addEventListener: doNothing,
    fetch: async (address) => ({ ok: true, json: async () => readFile(address) }),
  }
  for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true })
}

function stylesOf(manifest, key, visitedKeys) {
  if (visitedKeys.has(key) || manifest[key] === undefined) return []
  visitedKeys.add(key)
  const { imports = [], css = [] } = manifest[key]
  return [...imports.flatMap((each) => stylesOf(manifest, each, visitedKeys)), ...css.map((file) => `/${file}`)]
}

function queryPicture(selector) {
  const isPictureSelector = PICTURE_SELECTORS.find(({ ending }) => selector.endsWith(ending))?.pictures.includes(shownPicture) === true
  return isPictureSelector ? { getAttribute: (name) => PICTURE_PLACEHOLDERS[shownPicture][name] ?? null } : null
}

function queryTiles() {
  return shownPicture === 'gallery' ? tiles.map((tile) => ({ getAttribute: (name) => tile[name] })) : []
}

function expectPicture(page, html, expectedPlaceholders) {
  const hasPlaceholders = Object.entries(PLACEHOLDERS).every(
    ([name, placeholder]) => html.split(placeholder).length - 1 === (name in expectedPlaceholders ? 1 : 0),
  )
  if (!hasPlaceholders) throw new Error(`The first view of ${page} does not have just the places for its picture.`)
}

function expectWords(page, html) {
  const [, key] = TEXT_KEY.exec(html) ?? []
  if (key !== undefined) throw new Error(`The first view of ${page} says ${key} in place of its words.`)
}

/** Fails if the HTML has a class without a style, because the element would be shown unstyled. */
function expectStyled(page, html, styles) {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' '))
  const unstyledClasses = [...new Set(classes)].filter((name) => !styles.includes(`.${name}`))
  if (unstyledClasses.length > 0) throw new Error(`The first view of ${page} lacks the styles of ${unstyledClasses.join(', ')}.`)
}
