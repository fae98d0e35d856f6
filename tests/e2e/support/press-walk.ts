import { type Page, expect } from '@playwright/test'
import { isViewerPath } from '#shared/domain/viewer-address.ts'
import type { Control, ShownScreen } from './press-agent.ts'
import { pressHand } from './press-hand.ts'
import { untilSettled } from './settled.ts'

/** Each screen is watched this long for changes that happen without a press. It exceeds a second, so that a clock ticks within it. */
const NOISE_MS = 1200
const MAX_ESCAPES = 3

/** Controls that remove or end something are pressed last on their screen. */
const PRESSED_LAST = /log out|delete|erase|cancel plan|clear|remove|forget/i
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

export interface WalkResult {
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
export async function pressEverything({ origin, screens, begin, isOffline = false, isDeep = true }: WalkOptions): Promise<WalkResult> {
  const dead: string[] = []
  const gone: string[] = []
  const perScreen: Record<string, number> = {}
  /** The frame controls by layout, and the kinds of opened layers, that the walk has already pressed. It presses none of them twice. */
  const walkedParts = new Set<string>()
  let page = await begin()
  let hand = pressHand(page)

  async function open(screen: WalkedScreen): Promise<ShownScreen> {
    const path = typeof screen.path === 'string' ? screen.path : screen.path()
    if (isOffline) await goInsideApp(page, path)
    else await page.goto(origin + path)
    // Until its item has loaded, the viewer is not on the screen, and the walk would list the page behind the viewer.
    if (!isOffline && isViewerPath(path)) await expect(page.locator('dialog:modal').last()).toBeVisible()
    await untilSettled(page)
    await screen.prepare?.(page)
    return hand.inspect()
  }

  async function renewPage(screen: WalkedScreen): Promise<void> {
    await page.context().close()
    page = await begin()
    hand = pressHand(page)
    await open(screen)
  }

  /**
   * Returns to the screen with the control `key`: closes the opened layers, or opens the screen again. Returns whether the screen has the
   * control.
   */
  async function returnToControl(screen: WalkedScreen, baseScreen: ShownScreen, key: string): Promise<boolean> {
    const isBack = (shownScreen: ShownScreen) =>
      shownScreen.address === baseScreen.address && shownScreen.layers === baseScreen.layers && hasControl(shownScreen, key)
    let currentScreen = await hand.inspect()
    for (
      let tries = 0;
      tries < MAX_ESCAPES && (currentScreen.layers > baseScreen.layers || !isSameScreen(currentScreen, baseScreen));
      tries += 1
    ) {
      if (currentScreen.layers === baseScreen.layers && (currentScreen.address !== baseScreen.address || tries > 0)) break
      await page.keyboard.press('Escape')
      currentScreen = await hand.inspect()
    }
    if (isBack(currentScreen)) return true
    if (currentScreen.layers === baseScreen.layers && currentScreen.address !== baseScreen.address) {
      await goInsideApp(page, baseScreen.address)
      await untilSettled(page)
      if (isBack(await hand.inspect())) return true
    }
    return hasControl(await open(screen), key)
  }

  /**
   * Presses a control. If a late layer covers or replaces the control, restores the screen and presses again. Returns whether the press had
   * an effect.
   */
  async function press(screen: WalkedScreen, label: string, key: string, restoreControl: () => Promise<boolean>): Promise<boolean> {
    let outcome = (await restoreControl()) ? await hand.press(key) : 'gone'
    if (outcome === 'covered') {
      await hand.closeToasts()
      await open(screen)
    }
    if (outcome === 'gone' || outcome === 'covered') outcome = (await restoreControl()) ? await hand.press(key) : 'gone'
    if (outcome === 'alive' && LEADS_AWAY.test(key)) await page.waitForURL((url) => url.origin !== origin)
    if (outcome === 'gone') gone.push(`${label}: ${key}`)
    else perScreen[screen.name] = (perScreen[screen.name] ?? 0) + 1
    if (outcome === 'dead' || outcome === 'covered') dead.push(`${label}: ${key}${outcome === 'covered' ? ', which is covered' : ''}`)
    return outcome === 'alive'
  }

  /** Presses all controls that appeared after the press on `key`, and reopens their layer whenever it has closed. */
  async function walkOpened(
    screen: WalkedScreen,
    baseScreen: ShownScreen,
    key: string,
    openedScreen: ShownScreen,
    newKeys: readonly string[],
  ): Promise<void> {
    for (const innerKey of orderKeys(newKeys)) {
      await press(screen, `${screen.name}: ${key}`, innerKey, async () => {
        if (isSameScreen(await hand.inspect(), openedScreen)) return true
        if (!(await returnToControl(screen, baseScreen, key))) return false
        await hand.press(key)
        return hasControl(await hand.inspect(), innerKey)
      })
      if (ENDS_STATE.test(innerKey)) await renewPage(screen)
    }
  }

  async function walkScreen(screen: WalkedScreen): Promise<void> {
    const baseScreen = await open(screen)
    const path = typeof screen.path === 'string' ? screen.path : screen.path()
    if (new URL(baseScreen.address, origin).pathname !== new URL(path, origin).pathname) return
    perScreen[screen.name] = 0
    const knownKeys = new Set(baseScreen.controls.map(({ key }) => key))
    const isNew = ({ isFrame, key }: Control) => !isFrame || !walkedParts.has(`${baseScreen.layout} ${key}`)
    const keysToPress = baseScreen.controls.filter((control) => isNew(control) && !control.isAtRest).map(({ key }) => key)
    for (const { key, isFrame } of baseScreen.controls) if (isFrame) walkedParts.add(`${baseScreen.layout} ${key}`)
    await hand.learnNoise(NOISE_MS)
    for (const key of orderKeys(keysToPress)) {
      const isAlive = await press(screen, screen.name, key, () => returnToControl(screen, baseScreen, key))
      if (isAlive && isDeep) await walkNewControls(screen, baseScreen, key, knownKeys)
      if (ENDS_STATE.test(key)) await renewPage(screen)
    }
  }

  async function walkNewControls(screen: WalkedScreen, baseScreen: ShownScreen, key: string, knownKeys: Set<string>): Promise<void> {
    const openedScreen = await hand.inspect()
    const isLayer = openedScreen.layers > baseScreen.layers
    if (!isLayer && openedScreen.address !== baseScreen.address) return
    const newKeys = openedScreen.controls
      .filter((control) => !knownKeys.has(control.key) && !control.isAtRest)
      .map((control) => control.key)
    if (!isLayer) for (const newKey of newKeys) knownKeys.add(newKey)
    const kind = openedScreen.address === baseScreen.address ? openedScreen.kind : `viewer ${openedScreen.address.replace(/\/[^/]*$/, '')}`
    if (newKeys.length === 0 || walkedParts.has(kind)) return
    walkedParts.add(kind)
    await walkOpened(screen, baseScreen, key, openedScreen, newKeys)
  }

  for (const screen of screens) await walkScreen(screen)
  await page.context().close()
  const presses = Object.values(perScreen).reduce((sum, count) => sum + count, 0)
  return { presses, perScreen, dead, gone }
}

const isSameScreen = (one: ShownScreen, other: ShownScreen) =>
  one.kind === other.kind && one.address === other.address && one.layers === other.layers
const hasControl = ({ controls }: ShownScreen, key: string) => controls.some((control) => control.key === key)

function orderKeys(keys: readonly string[]): readonly string[] {
  return [...keys.filter((key) => !PRESSED_LAST.test(key)), ...keys.filter((key) => PRESSED_LAST.test(key))]
}

async function goInsideApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}
