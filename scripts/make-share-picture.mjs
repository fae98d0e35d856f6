// Renders public/share.jpg, the preview of links to Kinora: node scripts/make-share-picture.mjs
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChrome } from './find-chrome.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const SIZE = { width: 1200, height: 630 }
const JPEG_QUALITY = 82

const dataUrl = async (type, file) => `data:${type};base64,${(await readFile(path.join(ROOT, file))).toString('base64')}`
const artUrl = await dataUrl('image/webp', 'server/seed/art/misty-peaks.webp')
const fontUrl = await dataUrl('font/woff2', 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2')
const bladePaths = Array.from({ length: 8 }, (_, index) => index * 45).map(
  (turn) => `<path d="M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z" transform="rotate(${turn} 32 32)"/>`,
)

const page = `<!doctype html><style>
  @font-face { font-family: display; src: url(${fontUrl}) }
  body { margin: 0; height: 100vh; background: url(${artUrl}) 50% 30% / cover; font: 16px/1 display; color: #f4f1ea }
  main { height: 100%; box-sizing: border-box; padding: 64px 72px; display: flex; flex-direction: column; justify-content: flex-end; gap: 20px;
    background: linear-gradient(transparent 25%, rgb(11 11 13 / .92)) }
  p, h1 { margin: 0; font-weight: 400 } p { display: flex; align-items: center; gap: 18px; font-size: 60px } h1 { font-size: 96px } svg { width: 60px; fill: #ffb454 }
</style><main><p><svg viewBox="0 0 64 64">${bladePaths.join('')}<path d="M28.6 26.4v11.2l9.2-5.6Z"/></svg>Kinora</p><h1>Set your photo in motion</h1></main>`

const browser = await chromium.launch({ executablePath: findChrome(), args: ['--no-sandbox'] })
try {
  const tab = await browser.newPage({ viewport: SIZE })
  await tab.setContent(page)
  await tab.evaluate(() => document.fonts.ready)
  await tab.screenshot({ path: path.join(ROOT, 'public/share.jpg'), type: 'jpeg', quality: JPEG_QUALITY })
} finally {
  await browser.close()
}
