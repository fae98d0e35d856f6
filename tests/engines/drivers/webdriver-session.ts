import type { PictureFile, ScriptTarget, Spot, Tab } from './driver.ts'

const CALL_WAIT_MS = 120_000
const SCRIPT_WAIT_MS = 90_000
const LOAD_WAIT_MS = 60_000
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'

type FrameSelector = string | null

export interface WebDriverSession {
  newTab(): Promise<Tab>
  end(): Promise<void>
}

/** Opens a WebDriver session. `saveScreenshot` replaces the protocol's own screenshot. */
export async function openSession(
  driverUrl: string,
  capabilities: Readonly<Record<string, unknown>>,
  saveScreenshot: (file: PictureFile) => Promise<void>,
): Promise<WebDriverSession> {
  const newSession = (await call(driverUrl, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as { sessionId: string }
  const sessionUrl = `${driverUrl}/session/${newSession.sessionId}`
  await call(sessionUrl, 'POST', '/timeouts', { script: SCRIPT_WAIT_MS, pageLoad: LOAD_WAIT_MS, implicit: 0 })
  const firstWindow = await call(sessionUrl, 'GET', '/window')
  return {
    async newTab() {
      // A new window can only be opened from an existing one.
      await call(sessionUrl, 'POST', '/window', { handle: firstWindow })
      const { handle } = (await call(sessionUrl, 'POST', '/window/new', { type: 'tab' })) as { handle: string }
      return createTab(sessionUrl, handle, saveScreenshot)
    },
    end: async () => void (await call(sessionUrl, 'DELETE', '')),
  }
}

function createTab(sessionUrl: string, handle: string, saveScreenshot: (file: PictureFile) => Promise<void>): Tab {
  const inTab = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    await call(sessionUrl, 'POST', '/window', { handle })
    return call(sessionUrl, method, path, body)
  }
  const find = async (selector: string) => {
    const elementIds = (await inTab('POST', '/element', { using: 'css selector', value: selector })) as Record<string, string>
    return elementIds[ELEMENT_KEY] ?? ''
  }
  const sendPointerActions = (...actions: readonly object[]) =>
    inTab('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] })
  const moveTo = ({ x, y }: Spot) => ({ type: 'pointerMove', x, y, duration: 0 })

  const createScriptTarget = (frame: FrameSelector): ScriptTarget => ({
    async evaluate<Args extends readonly unknown[], Value>(work: (...args: Args) => Value | Promise<Value>, ...args: Args) {
      const element = frame === null ? null : { [ELEMENT_KEY]: await find(frame) }
      if (element !== null) await inTab('POST', '/frame', { id: element })
      try {
        const script = `const done = arguments[arguments.length - 1]
          Promise.resolve(arguments[0]).then((args) => (${work.toString()})(...args))
            .then((value) => done({ value }), (error) => done({ error: String(error) }))`
        // A call through `inTab` would select the window again and leave the frame.
        const answer = (await call(sessionUrl, 'POST', '/execute/async', { script, args: [args] })) as { value: unknown; error?: string }
        if (answer.error !== undefined) throw new Error(answer.error)
        return answer.value as Value
      } finally {
        if (element !== null) await call(sessionUrl, 'POST', '/frame', { id: null })
      }
    },
  })
  const mainDocument = createScriptTarget(null)
  return {
    async evaluate(work, ...args) {
      await call(sessionUrl, 'POST', '/window', { handle })
      return mainDocument.evaluate(work, ...args)
    },
    inFrame: (selector) => createScriptTarget(selector),
    goTo: async (address) => void (await inTab('POST', '/url', { url: address })),
    reload: async () => void (await inTab('POST', '/refresh', {})),
    back: async () => void (await inTab('POST', '/back', {})),
    show: async () => void (await call(sessionUrl, 'POST', '/window', { handle })),
    click: async (spot) =>
      void (await sendPointerActions(moveTo(spot), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })),
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

async function call(baseUrl: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(baseUrl + path, { method, ...init, signal: AbortSignal.timeout(CALL_WAIT_MS) })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}
