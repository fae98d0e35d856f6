import { afterEach, expect, test, vi } from 'vitest'
import type { OpenPathMessage } from '#shared/contract/service-worker-messages.ts'
import { OPEN_PATH_ANSWER_MS } from '#shared/domain/push-rules.ts'
import { type AppWindows, openResult } from '#workers/sw/notification-click.ts'

type Post = (message: OpenPathMessage, ports: Transferable[]) => void

const answers: Post = (_, [port]) => (port as MessagePort).postMessage(true)
const nobodyPays = async () => new Set<string>()
const saysNothing: Post = () => undefined

function windowAt(url: string, post: Post = answers, frameType = 'top-level') {
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
  const home = windowAt('https://kinora.test/home')
  const there = windowAt('https://kinora.test/en/ai/creation', saysNothing)
  const { openWindow, clients } = clientsWith(home, there)
  const opened = openResult(clients, '/ai/creation', nobodyPays)
  await vi.advanceTimersByTimeAsync(OPEN_PATH_ANSWER_MS)
  await opened
  const calls = [home, there].map(({ focus, navigate }) => [focus.mock.calls.length, navigate.mock.calls.length])
  expect(calls).toEqual([
    [0, 0],
    [1, 0],
  ])
  expect([openWindow.mock.calls, home.postMessage.mock.calls]).toEqual([[], []])
})

test('another window is focused first, messaged then, and unchanged when it answers', async () => {
  const home = windowAt('https://kinora.test/home')
  await openResult(clientsWith(home).clients, '/ai/creation', nobodyPays)
  expect(home.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'OPEN_PLACE', path: '/ai/creation' }, [expect.any(MessagePort)])
  expect(home.focus.mock.invocationCallOrder[0]).toBeLessThan(home.postMessage.mock.invocationCallOrder[0] ?? 0)
  expect(home.navigate).not.toHaveBeenCalled()
})

test('one that has not answered after OPEN_PATH_ANSWER_MS is reloaded, in its own language', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const silent = windowAt('https://kinora.test/en/tools/video-templates?x=1', saysNothing)
  const opened = openResult(clientsWith(silent).clients, '/ai/creation', nobodyPays)
  await vi.advanceTimersByTimeAsync(OPEN_PATH_ANSWER_MS - 1)
  expect([silent.postMessage.mock.calls.length, silent.navigate.mock.calls]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(1)
  await opened
  expect(silent.navigate).toHaveBeenCalledExactlyOnceWith('/en/ai/creation')
})

test('one that can’t get a message, or whose answer can’t be read, is reloaded at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const refuses: Post = () => {
    throw new DOMException('gone', 'InvalidStateError')
  }
  vi.spyOn(MessagePort.prototype, 'addEventListener').mockImplementation(function (this: MessagePort, type, listener) {
    if (type === 'messageerror' && typeof listener === 'function') queueMicrotask(() => listener.call(this, new MessageEvent(type)))
  })
  for (const post of [refuses, saysNothing]) {
    const home = windowAt('https://kinora.test/home', post)
    await openResult(clientsWith(home).clients, '/ai/creation', nobodyPays)
    expect(home.navigate).toHaveBeenCalledExactlyOnceWith('/ai/creation')
  }
})

test('a frame inside a window, such as a checkout’s, does not count', async () => {
  const frame = windowAt('https://kinora.test/pay/success', saysNothing, 'nested')
  const around = windowAt('https://kinora.test/pricing')
  await openResult(clientsWith(frame, around).clients, '/ai/creation', nobodyPays)
  expect([frame.focus.mock.calls.length, around.focus.mock.calls.length]).toEqual([0, 1])
  expect([frame.navigate.mock.calls, around.navigate.mock.calls]).toEqual([[], []])
})

test('without a window one is opened', async () => {
  const { openWindow, clients } = clientsWith()
  await openResult(clients, '/ai/creation', nobodyPays)
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/ai/creation')
})

test('one that is too busy to answer is not reloaded during a payment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const busy = windowAt('https://kinora.test/pricing', saysNothing)
  const opened = openResult(clientsWith(busy).clients, '/ai/creation', async () => new Set([busy.id]))
  await vi.advanceTimersByTimeAsync(OPEN_PATH_ANSWER_MS)
  await opened
  expect([busy.focus.mock.calls.length, busy.navigate.mock.calls.length]).toEqual([1, 0])
})
