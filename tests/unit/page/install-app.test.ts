import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const showToast = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('#src/ui/toast.ts', () => ({ showToast }))

const listeners = new Map<string, (event: object) => void>()
const question = () => ({ preventDefault: vi.fn(), prompt: vi.fn(async () => {}) })
const load = () => import('#src/app/install-app.ts')

beforeEach(() => {
  vi.resetModules()
  showToast.mockClear()
  listeners.clear()
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => listeners.set(name, listener))
})

afterEach(() => vi.unstubAllGlobals())

test('the browser’s question is held back, asked once by a press, and may come again', async () => {
  const { followInstall, installApp, installState } = await load()
  followInstall({})
  expect(installState.way).toBe('none')
  const held = question()
  listeners.get('beforeinstallprompt')?.(held)
  expect(held.preventDefault).toHaveBeenCalledOnce()
  expect(held.prompt).not.toHaveBeenCalled()
  expect(installState.way).toBe('question')
  await installApp()
  await installApp()
  expect(held.prompt).toHaveBeenCalledOnce()
  expect(installState.way).toBe('none')
  listeners.get('beforeinstallprompt')?.(question())
  expect(installState.way).toBe('question')
  listeners.get('appinstalled')?.({})
  expect(installState.way).toBe('none')
})

test('where only the share button installs, a press tells so; an app that is installed has no way left', async () => {
  const { followInstall, installApp, installState } = await load()
  followInstall({ standalone: true })
  expect(installState.way).toBe('none')
  followInstall({ standalone: false })
  expect(installState.way).toBe('by-hand')
  await installApp()
  expect(showToast).toHaveBeenCalledWith(expect.objectContaining({ id: 'install', durationMs: Number.POSITIVE_INFINITY }))
})
