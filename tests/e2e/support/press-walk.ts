import { type Page, expect } from '@playwright/test'
import { isViewerPath } from '#shared/domain/viewer-address.ts'
import type { Control, Shown } from './press-agent.ts'
import { pressHand } from './press-hand.ts'
import { settled } from './settled.ts'

/** Each screen is watched this long for changes that happen without a press. It exceeds a second, so that a clock ticks within it. */
const NOISE_MS = 1200
const MOST_ESCAPES = 3

/** Controls that remove or end something are pressed last on their screen. */
const LAST = /log out|delete|erase|cancel plan|clear|remove|forget/i
/** This button opens a page of another origin, once the server has sent its address. */
const LEADS_AWAY = /“Update card”/
/** After a press on one of these buttons another user, or a user without a plan, is logged in. */
const ENDS_STATE = /“(?:Log out|Cancel plan|Delete my account|Delete account)”/

export interface WalkedScreen {
  readonly name: string
  readonly path: string | (() => string)
  /** Prepares the screen before the first press, such as with a picture. */
  readonly prepare?: (page: Page) => Promise<void>
}

export interface ViewerCursor {
  readonly presses: number
  readonly perScreen: Readonly<Record<string, number>>
  /** The presses without an effect, each as `screen: opened layers: control`. */
  readonly dead: readonly string[]
  /** Controls that were removed before they could be pressed. */
  readonly gone: readonly string[]
}

export interface WalkOptions {
  readonly origin: string
  readonly screens: readonly WalkedScreen[]
  /** Opens a page in a new browser context, with the user of this walk. */
  readonly begin: () => Promise<Page>
  /** Whether the walk opens screens inside the loaded app, because there is no server. */
  readonly isOffline?: boolean
  /** Whether the walk also presses the controls of opened layers. */
  readonly isDeep?: boolean
}

/** Presses every control of each screen and of the layers that open there, and returns the presses without an effect. */
export async function pressEverything({ origin, screens, begin, isOffline = false, isDeep = true }: WalkOptions): Promise<ViewerCursor> {
  const dead: string[] = []
  const gone: string[] = []
  const perScreen: Record<string, number> = {}
  /** The frame controls by layout, and the kinds of opened layers, that the walk has already pressed. It presses none of them twice. */
  const walked = new Set<string>()
  let page = await begin()
  let hand = pressHand(page)

  async function open(screen: WalkedScreen): Promise<Shown> {
    const path = typeof screen.path === 'string' ? screen.path : screen.path()
    if (isOffline) await goWithin(page, path)
    else await page.goto(origin + path)
    // Until its item has loaded, the viewer is not on the screen, and the walk would list the page behind the viewer.
    if (!isOffline && isViewerPath(path)) await expect(page.locator('dialog:modal').last()).toBeVisible()
    await settled(page)
    await screen.prepare?.(page)
    return hand.inspect()
  }

  async function renew(screen: WalkedScreen): Promise<void> {
    await page.context().close()
    page = await begin()
    hand = pressHand(page)
    await open(screen)
  }

  /** Closes all layers and returns to the screen with the control `key`, or reopens the screen. Returns whether the control is there. */
  async function comeBack(screen: WalkedScreen, base: Shown, key: string): Promise<boolean> {
    const isBack = (shown: Shown) => shown.address === base.address && shown.layers === base.layers && has(shown, key)
    let now = await hand.inspect()
    for (let tries = 0; tries < MOST_ESCAPES && (now.layers > base.layers || !isSame(now, base)); tries += 1) {
      if (now.layers === base.layers && (now.address !== base.address || tries > 0)) break
      await page.keyboard.press('Escape')
      now = await hand.inspect()
    }
    if (isBack(now)) return true
    if (now.layers === base.layers && now.address !== base.address) {
      await goWithin(page, base.address)
      await settled(page)
      if (isBack(await hand.inspect())) return true
    }
    return has(await open(screen), key)
  }

  /**
   * Presses a control. If a late layer covers or replaces the control, restores the screen and presses again. Returns whether the press had
   * an effect.
   */
  async function press(screen: WalkedScreen, way: string, key: string, bringBack: () => Promise<boolean>): Promise<boolean> {
    let outcome = (await bringBack()) ? await hand.press(key) : 'gone'
    if (outcome === 'covered') {
      await hand.putMessagesAway()
      await open(screen)
    }
    if (outcome === 'gone' || outcome === 'covered') outcome = (await bringBack()) ? await hand.press(key) : 'gone'
    if (outcome === 'alive' && LEADS_AWAY.test(key)) await page.waitForURL((url) => url.origin !== origin)
    if (outcome === 'gone') gone.push(`${way}: ${key}`)
    else perScreen[screen.name] = (perScreen[screen.name] ?? 0) + 1
    if (outcome === 'dead' || outcome === 'covered') dead.push(`${way}: ${key}${outcome === 'covered' ? ', which is covered' : ''}`)
    return outcome === 'alive'
  }

  /** Presses all controls that appeared after the press on `key`, and reopens their layer whenever it has closed. */
  async function walkOpened(screen: WalkedScreen, base: Shown, key: string, opened: Shown, fresh: readonly string[]): Promise<void> {
    for (const inner of lastOnes(fresh)) {
      await press(screen, `${screen.name}: ${key}`, inner, async () => {
        if (isSame(await hand.inspect(), opened)) return true
        if (!(await comeBack(screen, base, key))) return false
        await hand.press(key)
        return has(await hand.inspect(), inner)
      })
      if (ENDS_STATE.test(inner)) await renew(screen)
    }
  }

  async function walkScreen(screen: WalkedScreen): Promise<void> {
    const base = await open(screen)
    const path = typeof screen.path === 'string' ? screen.path : screen.path()
    if (new URL(base.address, origin).pathname !== new URL(path, origin).pathname) return
    perScreen[screen.name] = 0
    const known = new Set(base.controls.map(({ key }) => key))
    const isNew = ({ isFrame, key }: Control) => !isFrame || !walked.has(`${base.layout} ${key}`)
    const mine = base.controls.filter((control) => isNew(control) && !control.isAtRest).map(({ key }) => key)
    for (const { key, isFrame } of base.controls) if (isFrame) walked.add(`${base.layout} ${key}`)
    await hand.learnNoise(NOISE_MS)
    for (const key of lastOnes(mine)) {
      const isAlive = await press(screen, screen.name, key, () => comeBack(screen, base, key))
      if (isAlive && isDeep) await walkAfter(screen, base, key, known)
      if (ENDS_STATE.test(key)) await renew(screen)
    }
  }

  async function walkAfter(screen: WalkedScreen, base: Shown, key: string, known: Set<string>): Promise<void> {
    const opened = await hand.inspect()
    const isLayer = opened.layers > base.layers
    if (!isLayer && opened.address !== base.address) return
    const fresh = opened.controls.filter((control) => !known.has(control.key) && !control.isAtRest).map((control) => control.key)
    if (!isLayer) for (const one of fresh) known.add(one)
    const kind = opened.address === base.address ? opened.kind : `viewer ${opened.address.replace(/\/[^/]*$/, '')}`
    if (fresh.length === 0 || walked.has(kind)) return
    walked.add(kind)
    await walkOpened(screen, base, key, opened, fresh)
  }

  for (const screen of screens) await walkScreen(screen)
  await page.context().close()
  const presses = Object.values(perScreen).reduce((sum, count) => sum + count, 0)
  return { presses, perScreen, dead, gone }
}

const isSame = (one: Shown, other: Shown) => one.kind === other.kind && one.address === other.address && one.layers === other.layers
const has = ({ controls }: Shown, key: string) => controls.some((control) => control.key === key)

function lastOnes(keys: readonly string[]): readonly string[] {
  return [...keys.filter((key) => !LAST.test(key)), ...keys.filter((key) => LAST.test(key))]
}

async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}
