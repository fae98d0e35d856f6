import type { ElementHandle, Page, Request } from '@playwright/test'
import type { PressAgent, ShownScreen, Sign } from './press-agent.ts'

/** A working control has an effect within a frame or two, so only a dead control reaches the limit. */
const SCRIPT_LIMIT_MS = 1000
const HAND_LIMIT_MS = 3000
/** A sign that appears later than this may be a change that happens by itself. */
const SUSPICIOUS_MS = 300
/** Only a request within this time after a press counts as its effect, because the page also sends requests by itself. */
const REQUEST_WINDOW_MS = 500
const REQUEST_SIGN: Sign = { sign: 'request', afterMs: Infinity }
const COUNTED_REQUEST_TYPES = new Set(['fetch', 'xhr', 'document', 'ping'])

type Outcome = 'alive' | 'dead' | 'covered' | 'gone'

/** Reads and presses the page's controls. The page must have the press agent. */
export interface PressHand {
  inspect(): Promise<ShownScreen>
  /** A press is alive when it causes a request, a change of the page, a window, a file or a message. */
  press(key: string): Promise<Outcome>
  learnNoise(ms: number): Promise<readonly string[]>
  /** Closes all visible toasts, because they may cover a control. */
  closeToasts(): Promise<void>
}

export function pressHand(page: Page): PressHand {
  const outsideEffects = watchBrowser(page)

  async function inspect(): Promise<ShownScreen> {
    for (;;) {
      const screen = await answerOrLeft(inPage(page, (agent) => agent.inspect(), null))
      if (screen !== 'left') return screen
      await page.waitForLoadState('domcontentloaded')
    }
  }

  /**
   * Presses by script first, which is fast. If that has no effect, presses as a user does, which also opens windows and files and respects
   * covering elements.
   */
  async function pressOnce(key: string): Promise<Sign | Outcome> {
    // 'left': the page still navigates because of an earlier press.
    const aimResult = await answerOrLeft(inPage(page, (agent, controlKey) => agent.aim(controlKey), key))
    if (aimResult === 'gone' || aimResult === 'left') return 'gone'
    const countBefore = outsideEffects.count
    let pressedAtMs = Date.now()
    const hasSentRequest = () => outsideEffects.requestTimesMs.some((atMs) => atMs >= pressedAtMs && atMs < pressedAtMs + REQUEST_WINDOW_MS)
    if (aimResult === 'ready') {
      const pressSign = await answerOrLeft(inPage(page, pressAndWait, SCRIPT_LIMIT_MS))
      if (pressSign === 'left' || outsideEffects.count > countBefore) return 'alive'
      if (pressSign !== null) return pressSign
      if (hasSentRequest()) return (await waitForSign(HAND_LIMIT_MS)) ?? REQUEST_SIGN
    }
    const target = (await page.evaluateHandle('pressAgent.target()')) as ElementHandle
    const position = (await inPage(page, (agent) => agent.spot(), null)) ?? undefined
    const pointerOptions = { timeout: HAND_LIMIT_MS, ...(position === undefined ? {} : { position }) }
    const isReached = await target.hover(pointerOptions).then(toTrue, toFalse)
    // The scroll into view may have removed the control, as with a phone's small stage when the large stage becomes visible.
    if (!isReached) return (await target.evaluate((element) => element.isConnected).catch(toFalse)) ? 'covered' : 'gone'
    await inPage(page, (agent) => agent.rearm(), null)
    pressedAtMs = Date.now()
    await target.click(pointerOptions).then(toTrue, toFalse)
    if (outsideEffects.count > countBefore) return 'alive'
    return (await waitForSign(HAND_LIMIT_MS)) ?? (hasSentRequest() ? REQUEST_SIGN : 'dead')
  }

  /** Waits for an effect in the page. Returns 'alive' if the page unloaded meanwhile, and null if there was no effect. */
  async function waitForSign(limit: number): Promise<Sign | 'alive' | null> {
    const result = await answerOrLeft(inPage(page, (agent, limitMs) => agent.sign(limitMs), limit))
    return result === 'left' ? 'alive' : result
  }

  const learnNoise = (ms: number) => inPage(page, (agent, forMs) => agent.learnNoise(forMs), ms)

  async function closeToasts(): Promise<void> {
    const closeButtons = page.locator('[data-sonner-toast][data-visible=true] button:last-of-type')
    for (let remaining = await closeButtons.count(); remaining > 0; remaining -= 1)
      await closeButtons.first().click({ timeout: HAND_LIMIT_MS }).catch(toFalse)
  }

  return {
    inspect,
    learnNoise,
    closeToasts,
    async press(key) {
      const firstResult = await pressOnce(key)
      if (typeof firstResult === 'string') return firstResult
      // A message that is already visible does not show again, so a second press would have no sign.
      if (firstResult.sign.startsWith('message') || firstResult.afterMs < SUSPICIOUS_MS) return 'alive'
      if ((await answerOrLeft(inPage(page, (agent) => agent.hasScreenChanged(), null))) !== false) return 'alive'
      // The sign may have been a change that happens by itself. A working control shows the sign again, or has nothing left to change.
      return (await pressOnce(key)) === 'dead' ? 'dead' : 'alive'
    },
  }
}

const toTrue = () => true
const toFalse = () => false

function pressAndWait(agent: PressAgent, limitMs: number): Promise<Sign | null> {
  agent.press()
  return agent.sign(limitMs)
}

/** Counts effects outside the page, such as opened windows, dialogs and files, and records the times of requests. */
function watchBrowser(page: Page): { readonly count: number; readonly requestTimesMs: readonly number[] } {
  const outsideEffects: { count: number; requestTimesMs: number[] } = { count: 0, requestTimesMs: [] }
  const countEffect = () => void (outsideEffects.count += 1)
  page.on('filechooser', countEffect)
  page.on('download', countEffect)
  page.on('dialog', (dialog) => {
    countEffect()
    void dialog.accept()
  })
  page.on('popup', (popup) => {
    countEffect()
    void popup.close()
  })
  page.context().on('request', (request: Request) => {
    if (COUNTED_REQUEST_TYPES.has(request.resourceType())) outsideEffects.requestTimesMs.push(Date.now())
  })
  return outsideEffects
}

/** Returns 'left' if the page unloaded meanwhile, which also counts as an effect. */
async function answerOrLeft<T>(answer: Promise<T>): Promise<T | 'left'> {
  try {
    return await answer
  } catch (error) {
    if (/context was destroyed|navigat|frame was detached/i.test(String(error))) return 'left'
    throw error
  }
}

function inPage<Argument, Answer>(
  page: Page,
  callback: (agent: PressAgent, argument: Argument) => Promise<Answer>,
  argument: Argument,
): Promise<Answer> {
  return page.evaluate(`(${String(callback)})(pressAgent, ${JSON.stringify(argument)})`)
}
