import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { DESKTOP, NARROW } from './support/reading.ts'
import { readingWalk } from './support/reading-walk.ts'

const VISITORS_SCREENS = ['/', '/login', '/signup', '/pricing']
/** Its address opens the viewer above the gallery. */
const VIEWER_SCREEN = '/video-effects/golden-hour'
const SCREENS = [
  '/home',
  '/support',
  '/ai/setting',
  '/ai/creation',
  '/ai/personal',
  '/ai/ledger',
  '/explore',
  '/resource',
  '/resource/tips-tutorials',
  '/resource/camera-moves-that-work',
  '/privacy-policy',
  '/terms-of-service',
  '/video-effects',
  '/tools/start-end-frame',
  '/tools/video-templates',
  '/tools/image-to-video-generator',
  VIEWER_SCREEN,
  '/demo/crop',
  '/pay/success',
  '/pay/cancel',
  '/no/such/page',
]
/** The tests read many screens and wait until each one is settled. */
const TIME_LIMIT_MS = 600_000
/** Vowels become two letters with marks above or below. Words grow by two fifths, and lines need their whole height. */
const LONGER_LETTERS: Readonly<Record<string, string>> = {
  a: 'åå',
  e: 'éé',
  i: 'îî',
  o: 'öö',
  u: 'ûû',
  A: 'Åå',
  E: 'Éé',
  I: 'Îî',
  O: 'Öö',
  U: 'Ûû',
  c: 'ç',
  s: 'š',
}

test.use({ serverOptions: { config: { signMode: 'off' } } })

/** The text as in a language that needs more room. Placeholders, references to other texts and addresses remain unchanged. */
function lengthenText(text: string): string {
  return text
    .split(/(\{\{\w+\}\}|\$t\([^)]*\)|https?:\S+)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[a-z]/gi, (letter) => LONGER_LETTERS[letter] ?? letter)))
    .join('')
}

async function serveLongerTexts(page: Page): Promise<void> {
  await page.route('**/locales/en/*.json*', async (route) => {
    const answer = await route.fetch()
    const texts = (await answer.json()) as Record<string, string>
    await route.fulfill({ json: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, lengthenText(text)])) })
  })
}

test(
  'every screen fits texts that are longer by two fifths: nothing is cut off, and nothing overlaps',
  { tag: '@long' },
  async ({ page, server }) => {
    test.setTimeout(TIME_LIMIT_MS)
    const { check, expectReadable } = await readingWalk(page, [NARROW, DESKTOP])
    const readAll = async (paths: readonly string[]) => {
      await serveLongerTexts(page)
      for (const path of paths) {
        await page.goto(server.origin + path)
        await expect(page.locator('body')).toContainText('öö')
        if (path === VIEWER_SCREEN) await expect(page.locator('dialog[open]').getByRole('heading').first()).toBeVisible()
        await check(path)
        expect(new URL(page.url()).pathname).toBe(path)
      }
      await page.unrouteAll()
    }
    await readAll(VISITORS_SCREENS)
    await createDemandingPerson(page, server)
    await readAll(SCREENS)
    expectReadable()
  },
)
