import { expect, it, vi } from 'vitest'
import { anySignal } from '#shared/any-signal.ts'

const neverSettled = new Promise<void>(() => undefined)

it('gives work a signal that aborts with the first one, for its reason', async () => {
  const [firstAbort, secondAbort] = [new AbortController(), new AbortController()]
  const combinedSignal = await new Promise<AbortSignal>((resolve) => {
    void anySignal([firstAbort.signal, secondAbort.signal], (signal) => {
      resolve(signal)
      return neverSettled
    })
  })
  expect(combinedSignal.aborted).toBe(false)
  secondAbort.abort('enough')
  expect([combinedSignal.aborted, combinedSignal.reason]).toEqual([true, 'enough'])
  firstAbort.abort('later')
  expect(combinedSignal.reason).toBe('enough')
})

it('begins aborted where one is aborted already', async () => {
  const abortedSignal = AbortSignal.abort('before')
  expect(await anySignal([new AbortController().signal, abortedSignal], ({ reason }) => reason as string)).toBe('before')
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
  const lastingSignal = new AbortController().signal
  const listeners = new Set<unknown>()
  const addListener = lastingSignal.addEventListener.bind(lastingSignal)
  const addListenerSpy = vi.spyOn(lastingSignal, 'addEventListener').mockImplementation((type, listener, options) => {
    listeners.add(listener)
    const { signal } = options as { readonly signal: AbortSignal }
    signal.addEventListener('abort', () => listeners.delete(listener))
    addListener(type, listener, options)
  })
  for (let times = 0; times < 3; times++) await anySignal([lastingSignal], work).catch(() => undefined)
  expect(addListenerSpy).toHaveBeenCalledTimes(3)
  expect(listeners.size).toBe(0)
})

it('needs no AbortSignal.any', async () => {
  vi.stubGlobal('AbortSignal', class extends AbortSignal {})
  Reflect.set(AbortSignal, 'any', undefined)
  expect(await anySignal([new AbortController().signal], async ({ aborted }) => aborted)).toBe(false)
  vi.unstubAllGlobals()
})
