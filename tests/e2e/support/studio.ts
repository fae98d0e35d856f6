import { type BrowserContext, type Locator, type Page, expect } from '@playwright/test'

const STUDIO_PATH = '/tools/image-to-video-generator'

/** The form ignores a second press within this time. */
const SAME_PRESS_MS = 1000
/** A card under a resting pointer starts its video well within this time. */
const HOVER_PLAY_LIMIT_MS = 10_000

/** Longest wait for a real render on a busy machine, in ms. */
export const RENDER_WAIT_MS = 120_000

export interface NamedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly type?: string
}

/** Locators and actions of the tool screens. */
export function studio(page: Page) {
  const generateButton = page.getByRole('button', { name: /^Generate · \d+ points$/ })
  return {
    generateButton,
    open: async (origin: string, path = STUDIO_PATH) => {
      await page.goto(origin + path)
      await expect(page.getByRole('region', { name: 'New video' })).toBeVisible()
    },
    prompt: page.getByRole('textbox', { name: 'Describe the motion' }),
    refusal: page.getByRole('alert'),
    work: page.getByRole('region', { name: 'Your videos' }),
    drop: async (...files: readonly NamedFile[]) => {
      const transfer = await page.evaluateHandle(
        (namedFiles) => {
          const dataTransfer = new DataTransfer()
          for (const { name, type, base64 } of namedFiles) {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
            dataTransfer.items.add(new File([bytes], name, { type }))
          }
          return dataTransfer
        },
        files.map(({ name, type = 'image/jpeg', bytes }) => ({ name, type, base64: bytes.toString('base64') })),
      )
      await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
      await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
    },
    pressGenerate: async () => {
      await expect(generateButton).toBeEnabled({ timeout: RENDER_WAIT_MS })
      await generateButton.click()
    },
  }
}

/** Waits until the form counts a press as a new one: it counts two presses within a second as one. */
export async function untilNextPressCounts(page: Page): Promise<void> {
  const sinceMs = await page.evaluate(() => performance.now())
  await page.waitForFunction((untilMs) => performance.now() > untilMs, sinceMs + SAME_PRESS_MS)
}

/** The chip in the header that shows the balance. */
function balance(page: Page): Locator {
  return page.getByRole('button', { name: /points available/ })
}

export async function expectBalance(page: Page, points: number): Promise<void> {
  await expect(balance(page)).toHaveAccessibleName(new RegExp(`^${points} points available`))
}

/** Rests the pointer on the first finished video, and returns facts of the video once it plays. */
export async function playFirstVideo(page: Page) {
  const card = page.getByRole('article', { name: /^Video:/ }).first()
  await expect(card).toBeVisible({ timeout: RENDER_WAIT_MS })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const video = card.locator('video')
  const readPlayingVideo = () =>
    video.evaluate(
      ({ src, currentTime, videoWidth, videoHeight, duration }: HTMLVideoElement) => {
        if (currentTime === 0 || src === '') throw new Error('It stands still.')
        return { src, videoWidth, videoHeight, duration }
      },
      undefined,
      { timeout: HOVER_PLAY_LIMIT_MS },
    )
  let facts = { src: '', videoWidth: 0, videoHeight: 0, duration: 0 }
  // Repeats the hover, because the page may receive the motion preference only after the first pointer move, and a toast may cover the
  // card.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await card.getByRole('button', { name: /^Play/ }).hover()
    await expect(async () => {
      facts = await readPlayingVideo()
    }).toPass({ timeout: HOVER_PLAY_LIMIT_MS })
  }).toPass({ timeout: RENDER_WAIT_MS })
  return facts
}

/** The visitor's token, with which a test calls the server as this browser. */
export async function userToken(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'user_token')?.value ?? ''
}
