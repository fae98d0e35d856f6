// Renders docs/screenshot.webp and public/screenshots of the built product, with its own videos: npm run build && node
// scripts/make-screenshots.mjs
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChrome } from './find-chrome.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const SCREENSHOTS = path.join(ROOT, 'public/screenshots')
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 393, height: 852 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const WEBP_QUALITY = 82
const PHOTO_SIZE = { width: 4000, height: 3000 }
const RENDER_WAIT_MS = 300_000
const READY_WAIT_MS = 60_000
/** Enough points for two videos, and for a third video that waits in the form. */
const POINTS = 250
const VIDEOS = [
  { art: 'aurora-lake', prompt: 'Pan right along the shore' },
  { art: 'low-sun-sail', prompt: 'Slow push in towards the sail' },
]

const makePhotoFile = async ({ art }) => {
  const picture = sharp(path.join(ROOT, 'server/seed/art', `${art}.webp`)).resize({ ...PHOTO_SIZE, fit: 'cover' })
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg({ quality: 90 }).toBuffer() }
}

async function freePort() {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return String(port)
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-screenshots-'))
const port = await freePort()
const serverSettings = {
  PORT: port,
  CHECKOUT_PORT: await freePort(),
  DATA_DIR: dataDir,
  SEED_VIDEOS: '0',
  FFMPEG_PATH: 'off',
  WELCOME_POINTS_VISITOR: String(POINTS),
}
const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: ROOT, env: { ...process.env, ...serverSettings }, stdio: 'ignore' })
const browser = await chromium.launch({ executablePath: findChrome(), args: ['--no-sandbox'] })
try {
  const origin = `http://localhost:${port}`
  const deadlineMs = Date.now() + READY_WAIT_MS
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok)
    if (Date.now() > deadlineMs) throw new Error('The server does not start.')
  const openStudio = async (options) => {
    const page = await browser.newPage({ ...options, reducedMotion: 'reduce' })
    await page.goto(`${origin}/tools/image-to-video-generator`)
    return page
  }
  const fillForm = async (page, video) => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makePhotoFile(video))
    await page.getByRole('textbox', { name: 'Describe the motion' }).fill(video.prompt)
    const generate = page.getByRole('button', { name: /^Generate/ })
    await generate.and(page.locator(':enabled')).waitFor({ timeout: RENDER_WAIT_MS })
    return generate
  }
  const saveScreenshot = async (page, file) => {
    await fillForm(page, VIDEOS.at(-1))
    await page.waitForFunction(
      () => document.querySelectorAll('article img').length > 1 && [...document.images].every((image) => image.complete),
    )
    await page.evaluate(() => {
      document.activeElement?.blur()
      scrollTo(0, 0)
    })
    await page.getByText('A background task finished').waitFor({ state: 'hidden' })
    await sharp(await page.screenshot())
      .webp({ quality: WEBP_QUALITY })
      .toFile(path.join(SCREENSHOTS, file))
  }
  const desktop = await openStudio(DESKTOP)
  for (const [index, video] of VIDEOS.entries()) {
    const generate = await fillForm(desktop, video)
    await generate.click()
    await desktop
      .getByRole('article', { name: /^Video:/ })
      .nth(index)
      .waitFor({ timeout: RENDER_WAIT_MS })
  }
  await desktop.getByRole('button', { name: 'Not now' }).click()
  await saveScreenshot(desktop, 'desktop.webp')
  await copyFile(path.join(SCREENSHOTS, 'desktop.webp'), path.join(ROOT, 'docs/screenshot.webp'))
  const phone = await openStudio({ ...PHONE, storageState: await desktop.context().storageState() })
  await saveScreenshot(phone, 'phone.webp')
} finally {
  await browser.close()
  server.kill()
  await once(server, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}
