import { afterEach, expect, test, vi } from 'vitest'
import type { OpenPathMessage } from '#shared/contract/service-worker-messages.ts'
import { OPEN_PATH_ANSWER_MS } from '#shared/domain/push-rules.ts'
import { type AppWindows, openResult } from '#workers/sw/notification-click.ts'

type Post = (message: OpenPathMessage, ports: Transferable[]) => void

const answerMessage: Post = (_, [port]) => (port as MessagePort).postMessage(true)
const findNoPayingWindow = async () => new Set<string>()
const staySilent: Post = () => undefined

function windowAt(url: string, post: Post = answerMessage, frameType = 'top-level') {
  return {
    id: url,
    url,
    frameType,
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(async (_: string) => undefined),
    postMessage: vi.fn(post),
  }
}

function clientsWith(...windows: ReturnType<typeof windowAt>[]) {
  const openWindow = vi.fn(async () => undefined)
  return { openWindow, clients: { matchAll: async () => windows, openWindow } satisfies AppWindows }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('of several windows the one with the creations is focused and never reloaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const homeWindow = windowAt('https://kinora.test/home')
  const creationsWindow = windowAt('https://kinora.test/en/ai/creation', staySilent)
  const { openWindow, clients } = clientsWith(homeWindow, creationsWindow)
  const opening = openResult(clients, '/ai/creation', findNoPayingWindow)
  await vi.advanceTimersByTimeAsync(OPEN_PATH_ANSWER_MS)
  await opening
  const calls = [homeWindow, creationsWindow].map(({ focus, navigate }) => [focus.mock.calls.length, navigate.mock.calls.length])
  expect(calls).toEqual([
    [0, 0],
    [1, 0],
  ])
  expect([openWindow.mock.calls, homeWindow.postMessage.mock.calls]).toEqual([[], []])
})

test('another window is focused first, messaged then, and unchanged when it answers', async () => {
  const homeWindow = windowAt('https://kinora.test/home')
  await openResult(clientsWith(homeWindow).clients, '/ai/creation', findNoPayingWindow)
  expect(homeWindow.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'OPEN_PLACE', path: '/ai/creation' }, [expect.any(MessagePort)])
  expect(homeWindow.focus.mock.invocationCallOrder[0]).toBeLessThan(homeWindow.postMessage.mock.invocationCallOrder[0] ?? 0)
  expect(homeWindow.navigate).not.toHaveBeenCalled()
})

test('one that has not answered after OPEN_PATH_ANSWER_MS is reloaded, in its own language', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const silentWindow = windowAt('https://kinora.test/en/tools/video-templates?x=1', staySilent)
  const opening = openResult(clientsWith(silentWindow).clients, '/ai/creation', findNoPayingWindow)
  await vi.advanceTimersByTimeAsync(OPEN_PATH_ANSWER_MS - 1)
  expect([silentWindow.postMessage.mock.calls.length, silentWindow.navigate.mock.calls]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(1)
  await opening
  expect(silentWindow.navigate).toHaveBeenCalledExactlyOnceWith('/en/ai/creation')
})

test('one that can’t get a message, or whose answer can’t be read, is reloaded at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const refuseMessage: Post = () => {
    throw new DOMException('gone', 'InvalidStateError')
  }
  vi.spyOn(MessagePort.prototype, 'addEventListener').mockImplementation(function (this: MessagePort, type, listener) {
    if (type === 'messageerror' && typeof listener === 'function') queueMicrotask(() => listener.call(this, new MessageEvent(type)))
  })
  for (const post of [refuseMessage, staySilent]) {
    const homeWindow = windowAt('https://kinora.test/home', post)
    await openResult(clientsWith(homeWindow).clients, '/ai/creation', findNoPayingWindow)
    expect(homeWindow.navigate).toHaveBeenCalledExactlyOnceWith('/ai/creation')
  }
})

test('a frame inside a window, such as a checkout’s, does not count', async () => {
  const checkoutFrame = windowAt('https://kinora.test/pay/success', staySilent, 'nested')
  const parentWindow = windowAt('https://kinora.test/pricing')
  await openResult(clientsWith(checkoutFrame, parentWindow).clients, '/ai/creation', findNoPayingWindow)
  expect([checkoutFrame.focus.mock.calls.length, parentWindow.focus.mock.calls.length]).toEqual([0, 1])
  expect([checkoutFrame.navigate.mock.calls, parentWindow.navigate.mock.calls]).toEqual([[], []])
})

test('without a window one is opened', async () => {
  const { openWindow, clients } = clientsWith()
  await openResult(clients, '/ai/creation', findNoPayingWindow)
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/ai/creation')
})

test('one that is too busy to answer is not reloaded during a payment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const busyWindow = windowAt('https://kinora.test/pricing', staySilent)
  const opening = openResult(clientsWith(busyWindow).clients, '/ai/creation', async () => new Set([busyWindow.id]))
  await vi.advanceTimersByTimeAsync(OPEN_PATH_ANSWER_MS)
  await opening
  expect([busyWindow.focus.mock.calls.length, busyWindow.navigate.mock.calls.length]).toEqual([1, 0])
})
