import { expect, test, vi } from 'vitest'
import { isFramedResult, requiresSession } from '#src/app/screen-access.ts'
import { startUp } from '#src/app/start-up.ts'

test('the anonymous login runs on every route but the payment results', () => {
  expect(['/', '/home', '/tools/image-to-video-generator', '/en/explore/x', '/nowhere'].every(requiresSession)).toBe(true)
  expect(['/pay/success', '/pay/cancel', '/en/pay/success'].some(requiresSession)).toBe(false)
})

test('a payment result starts nothing in a frame, and the app does everywhere else', () => {
  expect(['/pay/success', '/pay/cancel', '/en/pay/cancel'].every((path) => isFramedResult(path, true))).toBe(true)
  expect(['/pay/success', '/pay/cancel'].some((path) => isFramedResult(path, false))).toBe(false)
  expect(isFramedResult('/home', true)).toBe(false)
})

test('every part of the path starts, later parts wait, and a failing or hanging part delays nothing', async () => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const startedNames: string[] = []
  const entry = (name: string, when: 'now' | 'idle' | 'later', run: () => Promise<unknown>, isFor = (_path: string) => true) => ({
    name,
    when,
    isFor,
    run: () => {
      startedNames.push(name)
      return run()
    },
  })
  const hangingWork = new Promise(() => undefined)
  const work = async () => undefined
  const isLanding = (path: string) => path === '/'
  void startUp('/home', [
    entry('much later', 'later', work),
    entry('can wait, and hangs', 'idle', () => hangingWork),
    entry('can wait', 'idle', work),
    entry('hangs', 'now', () => hangingWork),
    entry('fails', 'now', () => Promise.reject(new Error('down'))),
    entry('elsewhere', 'now', work, isLanding),
    entry('works', 'now', work),
  ])
  expect(startedNames).toEqual(['hangs', 'fails', 'works'])
  await vi.advanceTimersByTimeAsync(2999)
  expect(startedNames.slice(3)).toEqual(['can wait, and hangs', 'can wait'])
  await vi.advanceTimersByTimeAsync(10)
  expect(startedNames.slice(5)).toEqual(['much later'])
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
  vi.useRealTimers()
})
