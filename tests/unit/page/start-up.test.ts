import { expect, test, vi } from 'vitest'

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api: {} } }))
vi.mock('#src/lib/api.ts', () => ({ introduceVisitor: async () => undefined }))

const { isFramedResult, needsSomebody } = await import('#src/app/needs-somebody.ts')
const { startUp } = await import('#src/app/start-up.ts')

test('the anonymous login runs on every route but the payment results', () => {
  expect(['/', '/home', '/tools/image-to-video-generator', '/en/explore/x', '/nowhere'].every(needsSomebody)).toBe(true)
  expect(['/pay/success', '/pay/cancel', '/en/pay/success'].some(needsSomebody)).toBe(false)
})

test('a payment result starts nothing where it stands in a frame, and the app does everywhere else', () => {
  expect(['/pay/success', '/pay/cancel', '/en/pay/cancel'].every((path) => isFramedResult(path, true))).toBe(true)
  expect(['/pay/success', '/pay/cancel'].some((path) => isFramedResult(path, false))).toBe(false)
  expect(isFramedResult('/home', true)).toBe(false)
})

test('everything that suits the path starts, what can wait later, and what fails or hangs holds up nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const started: string[] = []
  const entry = (name: string, run: () => Promise<unknown>, isFor = (_path: string) => true, later: { isLater?: true } = {}) => ({
    name,
    isFor,
    ...later,
    run: () => {
      started.push(name)
      return run()
    },
  })
  const hanging = new Promise(() => undefined)
  void startUp('/home', [
    entry(
      'can wait, and hangs',
      () => hanging,
      () => true,
      { isLater: true },
    ),
    entry(
      'can wait',
      async () => undefined,
      () => true,
      { isLater: true },
    ),
    entry('hangs', () => hanging),
    entry('fails', () => Promise.reject(new Error('down'))),
    entry(
      'elsewhere',
      async () => undefined,
      (path) => path === '/',
    ),
    entry('works', async () => undefined),
  ])
  expect(started).toEqual(['hangs', 'fails', 'works'])
  await vi.waitFor(() => expect(started.slice(3)).toEqual(['can wait, and hangs', 'can wait']))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  warn.mockRestore()
})
