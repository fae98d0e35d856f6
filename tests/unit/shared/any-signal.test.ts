import { expect, it, vi } from 'vitest'
import { anySignal } from '#shared/any-signal.ts'

const never = new Promise<void>(() => undefined)

it('gives work a signal that aborts with the first one, for its reason', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const given = await new Promise<AbortSignal>((resolve) => {
    void anySignal([first.signal, second.signal], (signal) => {
      resolve(signal)
      return never
    })
  })
  expect(given.aborted).toBe(false)
  second.abort('enough')
  expect([given.aborted, given.reason]).toEqual([true, 'enough'])
  first.abort('later')
  expect(given.reason).toBe('enough')
})

it('begins aborted where one is aborted already', async () => {
  const aborted = AbortSignal.abort('before')
  expect(await anySignal([new AbortController().signal, aborted], ({ reason }) => reason as string)).toBe('before')
})

it.each([
  ['ended', async () => 'done'],
  ['failed', () => Promise.reject(new Error('failed'))],
  [
    'thrown',
    () => {
      throw new Error('thrown')
    },
  ],
])('leaves nothing on the signals when work has %s, however often', async (_, work: () => Promise<string>) => {
  const lasting = new AbortController().signal
  const listeners = new Set<unknown>()
  const add = lasting.addEventListener.bind(lasting)
  const listen = vi.spyOn(lasting, 'addEventListener').mockImplementation((type, listener, options) => {
    listeners.add(listener)
    const { signal } = options as { readonly signal: AbortSignal }
    signal.addEventListener('abort', () => listeners.delete(listener))
    add(type, listener, options)
  })
  for (let times = 0; times < 3; times++) await anySignal([lasting], work).catch(() => undefined)
  expect(listen).toHaveBeenCalledTimes(3)
  expect(listeners.size).toBe(0)
})

it('needs no AbortSignal.any', async () => {
  vi.stubGlobal('AbortSignal', class extends AbortSignal {})
  Reflect.set(AbortSignal, 'any', undefined)
  expect(await anySignal([new AbortController().signal], async ({ aborted }) => aborted)).toBe(false)
  vi.unstubAllGlobals()
})
