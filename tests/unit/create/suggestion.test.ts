import { expect, test, vi } from 'vitest'
import type { ApiClient, CallOptions } from '#shared/api/client.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import { fail, ok } from '#shared/result.ts'
import { type SuggestionPictures, type SuggestionState, createSuggestion } from '#src/create/prompt-suggestion.ts'
import { enforceContract } from '../../fixtures/enforce-contract.ts'

/** A picture. `name` must be a hex digit, because the picture's hash is its name repeated. */
function picture(name: string): PreparedPicture {
  return { blob: new Blob([name], { type: 'image/jpeg' }), name: `${name}.jpg`, sha256: name.repeat(64), width: 600, height: 400 }
}

const UPLOAD_PERMISSION = { presignedUrl: '/put', expiresAt: 1, exists: false }

function setUp(pictures: SuggestionPictures = [picture('a')]) {
  const calls: string[] = []
  const answers: Record<string, (input: Record<string, never>, options: CallOptions) => Promise<unknown>> = {
    '/file/upload/presign': async ({ sha256 }) => ok({ ...UPLOAD_PERMISSION, fileUrl: `/media/${String(sha256).charAt(0)}.jpg` }),
    '/file/upload': async ({ file }) => ok({ fileUrl: `/media/${String(Object(file).name)}` }),
    '/ai/i2v/ai_prompt': async () => ok({ prompt: 'slow pan' }),
  }
  const api = enforceContract({
    call: async ({ path }: { path: string }, input: Record<string, never>, options: CallOptions = {}) => {
      calls.push(path === '/ai/i2v/ai_prompt' ? `${path} ${JSON.stringify(input['images'])}` : path)
      return answers[path]?.(input, options)
    },
  } as unknown as ApiClient)
  const state: SuggestionState = { isBusy: false, note: null }
  const insert = vi.fn(() => true)
  const onResult = vi.fn()
  const connection = { isOnline: true }
  const suggestion = createSuggestion(state, { api, pictures: () => pictures, isOnline: () => connection.isOnline, insert, onResult })
  return { calls, answers, state, insert, onResult, connection, suggestion }
}

test('the pictures are sent in their order before the prompt is requested', async () => {
  const { calls, insert, onResult, state, suggestion } = setUp([picture('a'), picture('b')])
  await suggestion.press()
  expect(calls).toEqual([
    '/file/upload/presign',
    '/file/upload',
    '/file/upload/presign',
    '/file/upload',
    '/ai/i2v/ai_prompt ["/media/a.jpg","/media/b.jpg"]',
  ])
  expect(insert.mock.calls).toEqual([['slow pan']])
  expect(onResult.mock.calls).toEqual([[null]])
  expect(state).toEqual({ isBusy: false, note: null })
})

test('a picture with a name longer than the server accepts is sent all the same', async () => {
  const { insert, state, suggestion } = setUp([{ ...picture('a'), name: `${'名前'.repeat(500)}.jpg` }])
  await suggestion.press()
  expect(insert.mock.calls).toEqual([['slow pan']])
  expect(state.note).toBeNull()
})

test('a picture that the server has stored already is not sent again', async () => {
  const { calls, answers, suggestion } = setUp()
  answers['/file/upload/presign'] = async () => ok({ ...UPLOAD_PERMISSION, fileUrl: '/media/known.jpg', exists: true })
  await suggestion.press()
  expect(calls).toEqual(['/file/upload/presign', '/ai/i2v/ai_prompt ["/media/known.jpg"]'])
})

test('with another picture the request is cancelled, and its answer changes nothing', async () => {
  const { answers, insert, state, suggestion } = setUp()
  let signal: AbortSignal | undefined
  let answer: (value: unknown) => void = () => undefined
  answers['/ai/i2v/ai_prompt'] = (_input, options) => {
    signal = options.signal
    return new Promise((resolve) => (answer = resolve))
  }
  const pressing = suggestion.press()
  await vi.waitFor(() => expect(signal).toBeDefined())
  expect(state.isBusy).toBe(true)
  suggestion.stop()
  expect(state.isBusy).toBe(false)
  expect(signal?.aborted).toBe(true)
  answer(ok({ prompt: 'late' }))
  await pressing
  expect(insert).not.toHaveBeenCalled()
  expect(state.note).toBeNull()
})

test('a suggestion that is already in the prompt shows a message', async () => {
  const { insert, state, suggestion } = setUp()
  insert.mockReturnValue(false)
  await suggestion.press()
  expect(state.note).toEqual({ kind: 'same' })
})

test('a second press during the first is the same one', async () => {
  const { calls, suggestion } = setUp()
  await Promise.all([suggestion.press(), suggestion.press()])
  expect(calls.filter((call) => call.startsWith('/ai/i2v'))).toHaveLength(1)
})

test.each(['no_picture', 'no_first', 'no_last', 'preparing'] as const)(
  '%s: the press shows the reason, and nothing is sent',
  async (missingReason) => {
    const { calls, state, suggestion } = setUp(missingReason)
    await suggestion.press()
    expect(state).toEqual({ isBusy: false, note: { kind: missingReason } })
    expect(calls).toEqual([])
  },
)

test('offline the press shows it, and nothing is sent', async () => {
  const { calls, connection, state, suggestion } = setUp()
  connection.isOnline = false
  await suggestion.press()
  expect(state.note).toEqual({ kind: 'offline' })
  expect(calls).toEqual([])
})

test('a failure shows its reason, and too many requests the wait', async () => {
  const { answers, state, suggestion } = setUp()
  answers['/file/upload'] = async () => fail({ code: '40001', retry: 'later' })
  await suggestion.press()
  expect(state.note).toEqual({ kind: 'failed', code: '40001' })
  answers['/file/upload'] = async () => ok({ fileUrl: '/media/a.jpg' })
  answers['/ai/i2v/ai_prompt'] = async () => fail({ code: 'H4022', retry: 'later', afterMs: 90_000 })
  await suggestion.press()
  expect(state).toEqual({ isBusy: false, note: { kind: 'too_many', waitMs: 90_000 } })
})
