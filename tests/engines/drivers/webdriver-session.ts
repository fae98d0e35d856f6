import type { PictureFile, Scripted, Spot, Tab } from './driver.ts'

const CALL_WAIT_MS = 120_000
const SCRIPT_WAIT_MS = 90_000
const LOAD_WAIT_MS = 60_000
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'

type Frame = string | null

export interface WebDriverSession {
  newTab(): Promise<Tab>
  end(): Promise<void>
}

/** Opens a WebDriver session. `saveScreenshot` replaces the protocol's own screenshot. */
export async function openSession(
  driver: string,
  capabilities: Readonly<Record<string, unknown>>,
  saveScreenshot: (file: PictureFile) => Promise<void>,
): Promise<WebDriverSession> {
  const opened = (await call(driver, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as { sessionId: string }
  const session = `${driver}/session/${opened.sessionId}`
  await call(session, 'POST', '/timeouts', { script: SCRIPT_WAIT_MS, pageLoad: LOAD_WAIT_MS, implicit: 0 })
  const firstWindow = await call(session, 'GET', '/window')
  return {
    async newTab() {
      // A new window can only be opened from an existing one.
      await call(session, 'POST', '/window', { handle: firstWindow })
      const { handle } = (await call(session, 'POST', '/window/new', { type: 'tab' })) as { handle: string }
      return createTab(session, handle, saveScreenshot)
    },
    end: async () => void (await call(session, 'DELETE', '')),
  }
}

function createTab(session: string, handle: string, saveScreenshot: (file: PictureFile) => Promise<void>): Tab {
  const inTab = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    await call(session, 'POST', '/window', { handle })
    return call(session, method, path, body)
  }
  const find = async (selector: string) => {
    const found = (await inTab('POST', '/element', { using: 'css selector', value: selector })) as Record<string, string>
    return found[ELEMENT_KEY] ?? ''
  }
  const point = (...actions: readonly object[]) =>
    inTab('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] })
  const moveTo = ({ x, y }: Spot) => ({ type: 'pointerMove', x, y, duration: 0 })

  const scripted = (frame: Frame): Scripted => ({
    async evaluate<Args extends readonly unknown[], Value>(work: (...args: Args) => Value | Promise<Value>, ...args: Args) {
      const element = frame === null ? null : { [ELEMENT_KEY]: await find(frame) }
      if (element !== null) await inTab('POST', '/frame', { id: element })
      try {
        const script = `const done = arguments[arguments.length - 1]
          Promise.resolve(arguments[0]).then((args) => (${work.toString()})(...args))
            .then((value) => done({ value }), (error) => done({ error: String(error) }))`
        // A call through `inTab` would select the window again and leave the frame.
        const answer = (await call(session, 'POST', '/execute/async', { script, args: [args] })) as { value: unknown; error?: string }
        if (answer.error !== undefined) throw new Error(answer.error)
        return answer.value as Value
      } finally {
        if (element !== null) await call(session, 'POST', '/frame', { id: null })
      }
    },
  })
  const own = scripted(null)
  return {
    async evaluate(work, ...args) {
      await call(session, 'POST', '/window', { handle })
      return own.evaluate(work, ...args)
    },
    inFrame: (selector) => scripted(selector),
    goTo: async (address) => void (await inTab('POST', '/url', { url: address })),
    reload: async () => void (await inTab('POST', '/refresh', {})),
    back: async () => void (await inTab('POST', '/back', {})),
    show: async () => void (await call(session, 'POST', '/window', { handle })),
    click: async (spot) => void (await point(moveTo(spot), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })),
    async type(text) {
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await inTab('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] })
    },
    chooseFile: async (selector, file) => void (await inTab('POST', `/element/${await find(selector)}/value`, { text: file })),
    saveScreenshot,
    close: async () => void (await inTab('DELETE', '/window')),
  }
}

async function call(base: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(base + path, { method, ...init, signal: AbortSignal.timeout(CALL_WAIT_MS) })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}
