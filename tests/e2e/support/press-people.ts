import { type Browser, type Page, type TestInfo, expect } from '@playwright/test'
import { EngineFailure } from '#server/motion/engine.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import type { SharedServer } from '../../fixtures/server/shared-server.ts'
import { makePhoto } from '../../fixtures/photos/make-photo.ts'
import { putCreations } from '../../fixtures/put-creations.ts'
import { buy } from './buy.ts'
import { EVERY_SCREEN } from './every-screen.ts'
import { logInAs } from './log-in-as.ts'
import { installPressAgent } from './press-agent.ts'
import { type WalkedScreen, type WalkOptions, pressEverything } from './press-walk.ts'
import { untilSettled } from './settled.ts'
import { studio, untilNextPressCounts } from './studio.ts'
import { awaitTakeover } from './await-takeover.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const HOUR_MS = 3_600_000

/** A user's page, and the ids of one of the user's orders and creations. */
export interface WalkPerson {
  readonly page: Page
  readonly orderId: string
  readonly creationId: string
}

export type WalkPeople = ReturnType<typeof pressPeople>

/** Functions that open a page as a new user, one function for each state of a user. */
export function pressPeople(browser: Browser, server: SharedServer) {
  const engine = server.holdVideos()
  let accountCount = 0
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin })
    await context.addInitScript(installPressAgent)
    context.on('page', awaitTakeover)
    return context.newPage()
  }
  const account = async (): Promise<Page> => {
    const page = await visitor()
    accountCount += 1
    await logInAs(page.context(), server, `ann${accountCount}@example.org`)
    return page
  }
  /** Releases earlier videos until the video with this prompt is the oldest waiting one. */
  const releaseUntilNext = (videoPrompt: string) =>
    expect
      .poll(() => {
        if (engine.paused[0] !== undefined && engine.paused[0].prompt !== videoPrompt) engine.release()
        return engine.paused[0]?.prompt
      })
      .toBe(videoPrompt)
  /** A user with a plan, three done videos, a running one and a failed one. */
  const member = async (): Promise<WalkPerson> => {
    const page = await account()
    const orderId = await buy(page.context(), server, 'premium_weekly')
    const nowMs = Date.now()
    const doneVideos = ['Dune', 'Whale', 'Harbour'].map((prompt, index) => ({
      prompt,
      createdAtMs: nowMs - (index + 1) * HOUR_MS,
      isCollect: index === 1,
    }))
    const [creationId = ''] = await putCreations(server, doneVideos)
    const { open, drop, prompt, pressGenerate } = studio(page)
    await open(server.origin)
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) })
    for (const videoPrompt of ['Meadow', 'Lighthouse']) {
      await prompt.fill(videoPrompt)
      await untilNextPressCounts(page)
      await pressGenerate()
    }
    await releaseUntilNext('Meadow')
    engine.release(new EngineFailure('There is no light in this picture.'))
    await releaseUntilNext('Lighthouse')
    return { page, orderId, creationId }
  }
  /** A member whose card was declined when the plan was due. */
  const pastDue = async (): Promise<WalkPerson> => {
    const person = await member()
    await server.database.execute('update sandbox_subscription set is_card_refused = true', [])
    server.goAhead(WEEK_MS + HOUR_MS)
    await server.payRound()
    return person
  }
  /** A member without a network who has visited the screens that store data for offline use. */
  const offline = async (): Promise<Page> => {
    server.down(false)
    const { page } = await member()
    await page.goto(`${server.origin}/home`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const path of ['/ai/creation', '/ai/setting']) {
      await page.goto(server.origin + path)
      await untilSettled(page)
    }
    server.down(true)
    await page.context().setOffline(true)
    return page
  }
  return { visitor, account, member, pastDue, offline }
}

/** Every screen of the product, and the screens of the user's own items. */
export function ownScreens(person: () => WalkPerson | undefined): readonly WalkedScreen[] {
  return [
    ...EVERY_SCREEN,
    { name: 'own receipt', path: () => ROUTES.receipt.replace('*', person()?.orderId ?? '') },
    { name: 'own video', path: () => ROUTES.imageToVideoDetail.replace('*', person()?.creationId ?? '') },
  ]
}

/** Every screen. The tools and the crop screen are prepared with pictures. */
export async function screensWithPicture(): Promise<readonly WalkedScreen[]> {
  const photo = { name: 'photo.jpg', bytes: await makePhoto({ width: 900, height: 600 }) }
  const otherPhoto = { name: 'other.jpg', bytes: await makePhoto({ width: 900, height: 600, seed: 2 }) }
  const expectPicture = (page: Page) => expect(page.getByRole('button', { name: 'Crop' }).first()).toBeVisible()
  const drop = async (page: Page) => {
    await studio(page).drop(photo)
    await expectPicture(page)
  }
  const dropTwo = async (page: Page) => {
    await studio(page).drop(photo, otherPhoto)
    await expectPicture(page)
  }
  const prepareByName = new Map([
    ['imageToVideo', drop],
    ['templates', drop],
    ['demoCrop', drop],
    ['startEnd', dropTwo],
  ])
  return EVERY_SCREEN.map(({ name, path }) => ({ name, path, prepare: prepareByName.get(name) ?? (async () => undefined) }))
}

/** Walks the screens, logs the number of presses, and expects no dead control and more than `leastPresses` presses. */
export async function expectNothingDead(testInfo: TestInfo, options: WalkOptions, leastPresses: number): Promise<void> {
  const { presses, perScreen, dead, gone } = await pressEverything(options)
  const screens = Object.entries(perScreen)
  const summary = `${presses} presses on ${screens.length} screens, ${dead.length} dead, ${gone.length} gone before their turn`
  console.log(`${testInfo.title}: ${summary}`)
  testInfo.annotations.push({ type: 'presses', description: summary })
  await testInfo.attach('presses', { body: JSON.stringify({ perScreen, dead, gone }, null, 2), contentType: 'application/json' })
  expect(dead).toEqual([])
  expect(presses).toBeGreaterThan(leastPresses)
}
