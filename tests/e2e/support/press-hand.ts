import type { ElementHandle, Page, Request } from '@playwright/test'
import type { PressAgent, Shown, Sign } from './press-agent.ts'

/** A working control has an effect within a frame or two, so only a dead control reaches the limit. */
const SCRIPT_LIMIT_MS = 1000
const HAND_LIMIT_MS = 3000
/** A sign that appears later than this may be a change that happens by itself. */
const SUSPICIOUS_MS = 300
/** Only a request within this time after a press counts as its effect, because the page also sends requests by itself. */
const ASKS_WITHIN_MS = 500
const REQUEST: Sign = { sign: 'request', afterMs: Infinity }
const ASKING = new Set(['fetch', 'xhr', 'document', 'ping'])

type Outcome = 'alive' | 'dead' | 'covered' | 'gone'

/** Reads and presses the page's controls. The page must have the press agent. */
export interface PressHand {
  inspect(): Promise<Shown>
  /** A press is alive when it causes a request, a change of the page, a window, a file or a message. */
  press(key: string): Promise<Outcome>
  learnNoise(ms: number): Promise<readonly string[]>
  /** Closes all visible toasts, because they may cover a control. */
  putMessagesAway(): Promise<void>
}

export function pressHand(page: Page): PressHand {
  const seen = watchBrowser(page)

  async function inspect(): Promise<Shown> {
    for (;;) {
      const shown = await surviving(inPage(page, (agent) => agent.inspect(), null))
      if (shown !== 'left') return shown
      await page.waitForLoadState('domcontentloaded')
    }
  }

  /**
   * Presses by script first, which is fast. If that has no effect, presses as a user does, which also opens windows and files and respects
   * covering elements.
   */
  async function tryOnce(key: string): Promise<Sign | Outcome> {
    const aim = await inPage(page, (agent, wanted) => agent.aim(wanted), key)
    if (aim === 'gone') return 'gone'
    const didBefore = seen.did
    let pressedAtMs = Date.now()
    const hasAsked = () => seen.askedAtMs.some((atMs) => atMs >= pressedAtMs && atMs < pressedAtMs + ASKS_WITHIN_MS)
    if (aim === 'ready') {
      const pressed = await surviving(inPage(page, pressAndWait, SCRIPT_LIMIT_MS))
      if (pressed === 'left' || seen.did > didBefore) return 'alive'
      if (pressed !== null) return pressed
      if (hasAsked()) return (await sign(HAND_LIMIT_MS)) ?? REQUEST
    }
    const target = (await page.evaluateHandle('pressAgent.target()')) as ElementHandle
    const position = (await inPage(page, (agent) => agent.spot(), null)) ?? undefined
    const at = { timeout: HAND_LIMIT_MS, ...(position === undefined ? {} : { position }) }
    const isReached = await target.hover(at).then(yes, no)
    // The scroll into view may have removed the control, as with a phone's small stage when the large stage becomes visible.
    if (!isReached) return (await target.evaluate((element) => element.isConnected).catch(no)) ? 'covered' : 'gone'
    await inPage(page, (agent) => agent.rearm(), null)
    pressedAtMs = Date.now()
    await target.click(at).then(yes, no)
    if (seen.did > didBefore) return 'alive'
    return (await sign(HAND_LIMIT_MS)) ?? (hasAsked() ? REQUEST : 'dead')
  }

  /** Waits for an effect in the page. Returns 'alive' if the page unloaded meanwhile, and null if there was no effect. */
  async function sign(limit: number): Promise<Sign | 'alive' | null> {
    const shown = await surviving(inPage(page, (agent, limitMs) => agent.sign(limitMs), limit))
    return shown === 'left' ? 'alive' : shown
  }

  const learnNoise = (ms: number) => inPage(page, (agent, forMs) => agent.learnNoise(forMs), ms)

  async function putMessagesAway(): Promise<void> {
    const closing = page.locator('[data-sonner-toast][data-visible=true] button:last-of-type')
    for (let left = await closing.count(); left > 0; left -= 1) await closing.first().click({ timeout: HAND_LIMIT_MS }).catch(no)
  }

  return {
    inspect,
    learnNoise,
    putMessagesAway,
    async press(key) {
      const first = await tryOnce(key)
      if (typeof first === 'string') return first
      // A message that is already visible does not show again, so a second press would have no sign.
      if (first.sign.startsWith('message') || first.afterMs < SUSPICIOUS_MS) return 'alive'
      if ((await surviving(inPage(page, (agent) => agent.leads(), null))) !== false) return 'alive'
      // The sign may have been a change that happens by itself. A working control shows the sign again, or has nothing left to change.
      return (await tryOnce(key)) === 'dead' ? 'dead' : 'alive'
    },
  }
}

const yes = () => true
const no = () => false

function pressAndWait(agent: PressAgent, limitMs: number): Promise<Sign | null> {
  agent.press()
  return agent.sign(limitMs)
}

/** Counts effects outside the page, such as opened windows, dialogs and files, and records the times of requests. */
function watchBrowser(page: Page): { readonly did: number; readonly askedAtMs: readonly number[] } {
  const seen: { did: number; askedAtMs: number[] } = { did: 0, askedAtMs: [] }
  const did = () => void (seen.did += 1)
  page.on('filechooser', did)
  page.on('download', did)
  page.on('dialog', (dialog) => {
    did()
    void dialog.accept()
  })
  page.on('popup', (popup) => {
    did()
    void popup.close()
  })
  page.context().on('request', (request: Request) => {
    if (ASKING.has(request.resourceType())) seen.askedAtMs.push(Date.now())
  })
  return seen
}

/** Returns 'left' if the page unloaded meanwhile, which also counts as an effect. */
async function surviving<T>(answer: Promise<T>): Promise<T | 'left'> {
  try {
    return await answer
  } catch (error) {
    if (/context was destroyed|navigat|frame was detached/i.test(String(error))) return 'left'
    throw error
  }
}

function inPage<Given, Answer>(page: Page, ask: (agent: PressAgent, given: Given) => Promise<Answer>, given: Given): Promise<Answer> {
  return page.evaluate(`(${String(ask)})(pressAgent, ${JSON.stringify(given)})`)
}
