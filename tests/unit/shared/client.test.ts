import type { Call } from '#shared/api/define-call.ts'
import { describe, expect, it, vi } from 'vitest'
import { CALL_TIMEOUT_MS, createApiClient, FORM_TIMEOUT_MS } from '#shared/api/client.ts'
import { exportMe } from '#shared/api/account-settings.ts'
import { uploadFile } from '#shared/api/files.ts'
import { generateCustom, getHistory } from '#shared/api/generation.ts'
import { signParams } from '#shared/api/common-params.ts'
import { getPayInfo } from '#shared/api/pay-user.ts'
import { getMe, getPoints, userInfoSchema } from '#shared/api/user.ts'
import { withAccountCheck } from '#shared/api/account-check.ts'
import { withVisitorLogin } from '#shared/api/with-identity.ts'

const COMMON_PARAMS = {
  deviceSize: '393x852',
  language: 'en',
  userToken: 'token',
  appInstanceId: 'instance',
  appVersion: '1',
  appPackage: 'app',
  businessUserId: '',
}
const NOW_MS = 1_800_000_000_000

function answer(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers })
}

function clientWith(answers: (Response | Error)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const nextAnswer = answers.shift()
    if (nextAnswer === undefined) throw new Error('no answer left')
    if (nextAnswer instanceof Error) throw nextAnswer
    return nextAnswer
  })
  const client = createApiClient({ fetch, nowMs: () => NOW_MS, signKey: 'key', readCallerParams: async () => COMMON_PARAMS })
  return {
    fetch,
    client,
    sentRequest: (index: number) => ({ url: fetch.mock.calls[index]?.[0], headers: new Headers(fetch.mock.calls[index]?.[1]?.headers) }),
  }
}

describe('the signature', () => {
  it('is the md5 of the sorted non-empty parameters and the key', () => {
    expect(signParams({ b: '2', a: '1', empty: '' }, 'key')).toBe('735a0bafc42420a9b223ce31415e043a')
  })
})

describe('the API client', () => {
  it('sends the common parameters as headers, without the empty ones, and signs them with the query', async () => {
    const { client, sentRequest } = clientWith([answer({ statusCode: 200, data: { data: [], totalSize: 0 } })])
    await client.call(getHistory, { curPage: 1, pageSize: 20, taskStatus: 'ALL', search: '' })
    const { url, headers } = sentRequest(0)
    expect(url).toBe('/api/v1/ai/i2v/history?curPage=1&pageSize=20&taskStatus=ALL')
    expect(headers.get('x-device-size')).toBe('393x852')
    expect(headers.has('x-business-user-id')).toBe(false)
    const signedParams = { ...COMMON_PARAMS, timestamp: String(NOW_MS), curPage: '1', pageSize: '20', taskStatus: 'ALL' }
    expect(headers.get('x-sign')).toBe(signParams(signedParams, 'key'))
  })

  it('returns a file unchanged, its refusal as a code, and an interrupted one as no answer', async () => {
    const refusal = answer({ statusCode: 'H3013', statusMessage: 'no' })
    Object.defineProperty(refusal, 'ok', { value: false })
    const brokenDownload = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut off')) }))
    const { client } = clientWith([new Response('zip'), refusal, brokenDownload])
    const file = await client.call(exportMe, {})
    expect(file.ok && (await file.value.text())).toBe('zip')
    expect(await client.call(exportMe, {})).toMatchObject({ ok: false, error: { code: 'H3013' } })
    expect(await client.call(exportMe, {})).toMatchObject({ ok: false, error: { code: '40001' } })
  })

  it('reports no answer as 40001 and an answer of another shape as malformed', async () => {
    const { client } = clientWith([new TypeError('failed'), answer({ statusCode: 200, data: { points: 'many' } }), new Response('<html>')])
    expect(await client.call(getPoints, {})).toMatchObject({ ok: false, error: { code: '40001', retry: 'later' } })
    expect(await client.call(getPoints, {})).toMatchObject({ ok: false, error: { code: 'answer_malformed' } })
    expect(await client.call(getPoints, {})).toMatchObject({ ok: false, error: { code: 'answer_malformed' } })
  })

  it('uses the server clock and signs once more when the timestamp was refused', async () => {
    const hourLater = new Date(NOW_MS + 3_600_000).toUTCString()
    const refusal = answer({ statusCode: 'H3000', fields: ['timestamp'] }, { date: hourLater })
    const { client, fetch, sentRequest } = clientWith([
      refusal,
      answer({ statusCode: 200, data: { points: 1, held: 0 } }, { date: hourLater }),
    ])
    expect(await client.call(getPoints, {})).toMatchObject({ ok: true })
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(sentRequest(1).headers.get('x-timestamp')).toBe(String(NOW_MS + 3_600_000))
  })

  it('sends a frozen body byte for byte with its idempotency key', async () => {
    const { client, fetch, sentRequest } = clientWith([answer({ statusCode: 200, data: { batchId: 'b', taskIds: ['t'] } })])
    const frozenBody = '{"modelName":"m",  "frozen":true}'
    await client.call(generateCustom, JSON.parse(frozenBody), { frozenBody, idempotencyKey: 'commit-1' })
    expect(fetch.mock.calls[0]?.[1]?.body).toBe(frozenBody)
    expect(sentRequest(0).headers.get('idempotency-key')).toBe('commit-1')
  })
})

describe('a call with a file', () => {
  it('is sent as a form whose content type the browser writes, signed without its body, and once more for a wrong clock', async () => {
    const hourLater = new Date(NOW_MS + 3_600_000).toUTCString()
    const refusal = answer({ statusCode: 'H3000', fields: ['timestamp'] }, { date: hourLater })
    const { client, fetch, sentRequest } = clientWith([
      refusal,
      answer({ statusCode: 200, data: { fileUrl: '/media/a.jpg' } }, { date: hourLater }),
    ])
    const file = new File(['bytes'], 'a.jpg', { type: 'image/jpeg' })
    expect(await client.call(uploadFile, { file })).toEqual({ ok: true, value: { fileUrl: '/media/a.jpg' } })
    for (const index of [0, 1]) {
      const body = fetch.mock.calls[index]?.[1]?.body as FormData
      expect(body.get('file')).toMatchObject({ name: 'a.jpg', type: 'image/jpeg', size: 5 })
      expect(sentRequest(index).headers.has('content-type')).toBe(false)
    }
    expect(sentRequest(0).headers.get('x-sign')).toBe(signParams({ ...COMMON_PARAMS, timestamp: String(NOW_MS) }, 'key'))
  })

  it('may have a longer time limit than others', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { client } = clientWith([answer({}), answer({})])
    await client.call(uploadFile, { file: new File([], 'a.jpg') })
    await client.call(getPoints, {})
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([FORM_TIMEOUT_MS, CALL_TIMEOUT_MS])
    timeout.mockRestore()
  })
})

describe('the visitor login', () => {
  it('runs once when the server does not know the visitor, for all waiting calls, and each call is repeated with its key', async () => {
    let isKnown = false
    const logins = vi.fn()
    const keys: (string | null)[] = []
    const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) => {
      if (input === '/api/pay/user/login') {
        logins()
        isKnown = true
        return answer({ statusCode: 200, data: { userId: 'u' } })
      }
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      return answer(isKnown ? { statusCode: 200, data: { points: 1, held: 0 } } : { statusCode: 'H3009' })
    })
    const client = withVisitorLogin(
      createApiClient({ fetch, nowMs: () => NOW_MS, signKey: 'key', readCallerParams: async () => COMMON_PARAMS }),
    )
    const answers = await Promise.all([client.call(getPoints, {}, { idempotencyKey: 'a' }), client.call(getPoints, {})])
    expect(answers.every((result) => result.ok)).toBe(true)
    expect(logins).toHaveBeenCalledTimes(1)
    expect(keys.filter((key) => key === 'a')).toHaveLength(2)
  })

  it('returns the first error when the login is refused', async () => {
    const { client } = clientWith([answer({ statusCode: 'H3009' }), answer({ statusCode: 'H3000' })])
    expect(await withVisitorLogin(client).call(getPoints, {})).toMatchObject({ error: { code: 'H3009', retry: 'never' } })
  })

  it('without an answer, or with a retry time, makes the call retryable', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValueOnce(answer({ statusCode: 'H3009' }))
    fetch.mockRejectedValueOnce(new TypeError('lost'))
    const clientWithLostLogin = withVisitorLogin(
      createApiClient({ fetch, nowMs: () => NOW_MS, signKey: 'key', readCallerParams: async () => COMMON_PARAMS }),
    )
    expect(await clientWithLostLogin.call(getPoints, {})).toMatchObject({ error: { code: '40001', retry: 'later' } })
    const { client } = clientWith([answer({ statusCode: 'H3009' }), answer({ statusCode: 'H5000' })])
    expect(await withVisitorLogin(client).call(getPoints, {})).toMatchObject({ error: { code: 'H5000', retry: 'later' } })
  })

  it('repeats a failed call of the pay service once, for any reason, with the same key, and never its own', async () => {
    const paths: string[] = []
    const keys: (string | null)[] = []
    const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) => {
      paths.push(input as string)
      if (input === '/api/pay/user/login') return answer({ statusCode: 200, data: { userId: 'u' } })
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      return answer({ statusCode: 'H5000' })
    })
    const client = withVisitorLogin(
      createApiClient({ fetch, nowMs: () => NOW_MS, signKey: 'key', readCallerParams: async () => COMMON_PARAMS }),
    )
    expect(await client.call(getPayInfo, {}, { idempotencyKey: 'once' })).toMatchObject({ error: { code: 'H5000' } })
    expect(paths).toEqual(['/api/pay/user/info', '/api/pay/user/login', '/api/pay/user/info'])
    expect(keys).toEqual(['once', 'once'])
    paths.length = 0
    expect((await client.call(getPoints, {})).ok).toBe(false)
    expect(paths).toEqual(['/api/v1/user/points'])
  })

  it('uses a new token instead of one whose visitor has signed up, reports it, and repeats the call', async () => {
    let token = 'old'
    const logins: unknown[] = []
    const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) => {
      if (input === '/api/pay/user/login') logins.push([token, JSON.parse(init?.body as string)])
      return token === 'old' ? answer({ statusCode: 'H3009' }) : answer({ statusCode: 200, data: { userId: 'u', points: 1, held: 0 } })
    })
    const plainClient = createApiClient({ fetch, nowMs: () => NOW_MS, signKey: 'key', readCallerParams: async () => COMMON_PARAMS })
    const client = withVisitorLogin(plainClient, () => async () => {
      token = 'new'
      return 'old'
    })
    expect(await client.call(getPoints, {})).toEqual({ ok: true, value: { points: 1, held: 0 } })
    expect(logins).toEqual([
      ['old', {}],
      ['new', { replaces: 'old' }],
    ])
  })
})

describe('the check of the account', () => {
  it('follows a call that was refused for its identity, and neither another refusal nor the account’s own call', async () => {
    const checkSpy = vi.fn()
    const countChecks = async (code: string, call: Call<object>) => {
      const { client } = clientWith([answer({ statusCode: code })])
      await withAccountCheck(client, checkSpy, () => NOW_MS).call(call, {})
      return checkSpy.mock.calls.length
    }
    expect(await countChecks('H3013', getPoints)).toBe(1)
    expect(await countChecks('H3009', getPoints)).toBe(2)
    expect(await countChecks('H4044', getPoints)).toBe(2)
    expect(await countChecks('H3013', getMe)).toBe(2)
  })

  it.each<[string, () => Response, number]>([
    ['an empty 403', () => new Response(null, { status: 403 }), 1],
    ['the 403 page of a proxy', () => new Response('<html></html>', { status: 403 }), 1],
    ['a 403 whose JSON is not ours', () => Response.json({ message: 'Forbidden' }, { status: 403 }), 1],
    ['a 403 with a code of its own', () => Response.json({ statusCode: 403 }, { status: 403 }), 1],
    ['another code of ours with 403', () => Response.json({ statusCode: 'LOGIN_NOT_RECENT' }, { status: 403 }), 1],
    ['the 502 page of a proxy', () => new Response('<html></html>', { status: 502 }), 0],
  ])('after %s', async (_name, respond, times) => {
    const { client } = clientWith([respond()])
    const checkSpy = vi.fn()
    expect((await withAccountCheck(client, checkSpy, () => NOW_MS).call(getPoints, {})).ok).toBe(false)
    expect(checkSpy).toHaveBeenCalledTimes(times)
  })

  it('runs at most every 5 seconds, for any change of the clock', async () => {
    const { client } = clientWith(Array.from({ length: 5 }, () => answer({ statusCode: 'H3013' })))
    const checkSpy = vi.fn()
    let nowMs = NOW_MS
    const checkedClient = withAccountCheck(client, checkSpy, () => nowMs)
    const checkCounts = []
    for (const atMs of [0, 4999, 5000, 9999, -3_600_000]) {
      nowMs = NOW_MS + atMs
      await checkedClient.call(getPoints, {})
      checkCounts.push(checkSpy.mock.calls.length)
    }
    expect(checkCounts).toEqual([1, 1, 2, 2, 3])
  })
})

describe('the account in an answer', () => {
  const account = {
    id: 'a',
    email: '',
    firstName: '',
    lastName: '',
    membershipStatus: 'NONE',
    membershipExpiresAt: 1,
    points: 0,
    isLoggedIn: true,
  }
  const loginFields = { hasPassword: true, hasGoogle: false, createdAt: 0, deletesAt: null }
  const readEverSubscribed = (fields: object) => userInfoSchema.parse({ ...account, ...loginFields, ...fields }).everSubscribed

  it('has ever subscribed by either name, as 1, as the text 1 or as true', () => {
    expect(
      [{ everSubscribed: 1 }, { everSubscribed: '1' }, { isEverSubscribed: 1 }, { isEverSubscribed: '1' }, { everSubscribed: true }].map(
        readEverSubscribed,
      ),
    ).toEqual(Array.from({ length: 5 }, () => true))
    expect([{ everSubscribed: 0 }, { isEverSubscribed: '0' }, { everSubscribed: false }, {}].map(readEverSubscribed)).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })
})
