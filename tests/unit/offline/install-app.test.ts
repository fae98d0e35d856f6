import { beforeEach, expect, test, vi } from 'vitest'
import { createInstall } from '#src/offline/install/install-app.ts'

const listeners = new Map<string, (event: Event) => void>()
const createPromptEvent = () => Object.assign(new Event('beforeinstallprompt'), { preventDefault: vi.fn(), prompt: vi.fn(async () => {}) })
const createTestInstall = () => createInstall({ listen: (name, listener) => listeners.set(name, listener), readEarlyQuestion: () => null })

beforeEach(() => {
  listeners.clear()
})

test('the browser’s prompt is deferred, shown once by a press, and may appear again', async () => {
  const { followInstall, installApp, installState } = createTestInstall()
  followInstall({})
  expect(installState.method).toBe('none')
  const deferredPrompt = createPromptEvent()
  listeners.get('beforeinstallprompt')?.(deferredPrompt)
  expect(deferredPrompt.preventDefault).toHaveBeenCalledOnce()
  expect(deferredPrompt.prompt).not.toHaveBeenCalled()
  expect(installState.method).toBe('question')
  await installApp()
  await installApp()
  expect(deferredPrompt.prompt).toHaveBeenCalledOnce()
  expect(installState.method).toBe('none')
  listeners.get('beforeinstallprompt')?.(createPromptEvent())
  expect(installState.method).toBe('question')
  listeners.get('appinstalled')?.(new Event('appinstalled'))
  expect(installState.method).toBe('none')
})

test('where only the share button installs, a press shows the steps, each time; an installed app has no button', async () => {
  const { followInstall, installApp, installState } = createTestInstall()
  followInstall({ standalone: true })
  expect(installState.method).toBe('none')
  followInstall({ standalone: false })
  expect(installState.method).toBe('by-hand')
  for (let press = 0; press < 2; press += 1) {
    await installApp()
    expect(installState).toMatchObject({ method: 'by-hand', isShowingSteps: true })
    installState.isShowingSteps = false
  }
})
