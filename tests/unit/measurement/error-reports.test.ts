import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientError, clientErrorSchema } from '#shared/api/client-error.ts'
import { MAX_ERROR_CHARS, MAX_REPORTS_PER_PAGE } from '#shared/domain/measurement-rules.ts'
import { createErrorReporter, reportText } from '#src/measurement/errors/follow-errors.ts'
import { type PageFacts, readPageFacts, diagnosticsText } from '#src/measurement/errors/diagnostics.ts'
import { hubState } from '#src/store/state.ts'
import { lastCodes, noteCode } from '#src/reporting/last-codes.ts'
import { noteError, noteWorkerError, onPageError } from '#src/reporting/errors.ts'

const TOKEN = 'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4'
let isAllowed = true
let sentReports: ClientError[] = []
beforeEach(() => {
  isAllowed = true
  sentReports = []
})

const createReporter = () =>
  createErrorReporter({
    isAllowed: () => isAllowed,
    send: async (report) => sentReports.push(report),
    screen: () => '/video-effects/*',
    version: '1.0.0',
  })

describe('an error report', () => {
  it('is sent only with consent, under its displayed id', () => {
    const report = createReporter()
    isAllowed = false
    report({ kind: 'drawing', id: 'abcdef0123', error: new Error('one') })
    expect(sentReports).toEqual([])
    isAllowed = true
    report({ kind: 'drawing', id: 'abcdef0123', error: new Error('two') })
    expect(sentReports).toMatchObject([{ errorId: 'abcdef0123', kind: 'drawing', screen: '/video-effects/*', version: '1.0.0' }])
    expect(clientErrorSchema.safeParse(sentReports[0]).success).toBe(true)
  })

  it('is sent once, and MAX_REPORTS_PER_PAGE of a page at most', () => {
    const report = createReporter()
    const sameError = new Error('same')
    for (let times = 0; times < 3; times += 1) report({ kind: 'promise', id: `id-${times}-x`, error: sameError })
    expect(sentReports).toHaveLength(1)
    for (let times = 0; times < 2 * MAX_REPORTS_PER_PAGE; times += 1) report({ kind: 'promise', id: 'id-more', error: `${times}` })
    expect(sentReports).toHaveLength(MAX_REPORTS_PER_PAGE)
  })

  it('has no text of the user, and no secret or name', () => {
    const prompt = 'a cat walks over the roof'
    const error = new SyntaxError(
      `Unexpected token 'a', "${prompt}" is not valid JSON at https://kinora.test/x?token=${TOKEN} for ada@example.com, ${TOKEN}`,
    )
    error.stack = `SyntaxError\n    at draw (https://kinora.test/assets/page.js?v=${TOKEN}:1:20)`
    const words = reportText(error)
    for (const secret of [prompt, 'cat', TOKEN, 'ada@', '?']) expect(words).not.toContain(secret)
    expect(words).toContain("SyntaxError: Unexpected token 'a'")
    expect(words).toContain('at draw (https://kinora.test/assets/page.js)')
    expect(reportText(new TypeError("Cannot read properties of undefined (reading 'name')"))).toContain("(reading 'name')")
  })

  it('is short, for any error', () => {
    expect(reportText('a '.repeat(MAX_ERROR_CHARS))).toHaveLength(MAX_ERROR_CHARS)
    for (const thrown of ['', undefined, null, {}, 7]) expect(reportText(thrown)).not.toBe('')
  })

  it('waits for the reporter, when an error is earlier', () => {
    const reportedIds: string[] = []
    noteError({ kind: 'script', id: 'early', error: 1 })
    const stop = onPageError(({ id }) => reportedIds.push(id))
    noteError({ kind: 'script', id: 'late', error: 1 })
    stop()
    expect(reportedIds).toEqual(['early', 'late'])
  })

  it('has an error of a worker from before the listener', () => {
    noteWorkerError('image', 'out of memory')
    const report = createReporter()
    onPageError(report)()
    expect(sentReports).toMatchObject([{ kind: 'worker', words: expect.stringContaining('The image worker failed: out of memory') }])
    expect(clientErrorSchema.safeParse(sentReports[0]).success).toBe(true)
  })
})

describe('diagnostics', () => {
  afterEach(() => vi.unstubAllGlobals())

  const facts: PageFacts = {
    atMs: Date.UTC(2026, 10, 23),
    version: '1.0.0',
    build: 'index-abc.js',
    userAgent: 'Browser/1',
    language: 'en',
    screen: '/ai/setting',
    view: { width: 393, height: 852, density: 2 },
    hubCarrier: 'shared worker',
    hasServiceWorker: true,
    isOnline: false,
    network: '4g',
    outbox: [],
    mutations: 1,
    batches: [],
    isLoggedIn: true,
    storageSpace: { usedBytes: 3 * 1024 * 1024, quotaBytes: 2048 * 1024 * 1024 },
    storageProblem: 'no problem',
    codes: ['H4022'],
  }

  it('have build, browser, hub, connection, work, storage and codes', () => {
    const error = { code: 'H4044', retry: 'never' } as const
    const outbox = [{ state: 'queued', error: null } as const, { state: 'refused', error } as const]
    expect(diagnosticsText({ ...facts, outbox, batches: [{ bizType: 'CUSTOM' }, { bizType: 'CUSTOM' }] }).split('\n')).toEqual([
      'Kinora: 1.0.0, build index-abc.js, 2026-11-23T00:00:00.000Z',
      'Browser: Browser/1, en',
      'Screen: /ai/setting, 393×852 at 2',
      'Hub: shared worker, service worker active',
      'Connection: offline, 4g',
      'User: logged in',
      'Outbox: 2 (queued 1, refused 1), other changes 1',
      'Pool: 2 (CUSTOM 2)',
      'Storage: 3 of 2048 MiB, no problem',
      'Last codes: H4022, H4044',
    ])
  })

  it('have no token, id, address, mail or prompt of the page’s state', async () => {
    vi.stubGlobal('location', { pathname: `/video-detail/${TOKEN}` })
    vi.stubGlobal('document', { querySelector: () => null })
    vi.stubGlobal('navigator', { userAgent: 'Browser/1', language: 'en' })
    vi.stubGlobal('innerWidth', 1)
    vi.stubGlobal('innerHeight', 1)
    vi.stubGlobal('devicePixelRatio', 1)
    vi.stubGlobal('__APP_VERSION__', '1.0.0')
    const secrets = { id: `id-${TOKEN}`, prompt: 'my cat', sourceUrl: `/media/${TOKEN}.jpg`, email: 'ada@example.com', firstName: 'Ada' }
    const row = {
      ...secrets,
      state: 'queued',
      error: null,
      settings: { prompt: secrets.prompt },
      bizType: 'CUSTOM',
      detail: secrets.prompt,
    }
    Object.assign(hubState, {
      work: { ...hubState.work, outbox: [row], batches: [{ ...row, batchId: secrets.id, tasks: [{ id: secrets.id }] }], mutations: [row] },
      account: { ...secrets, isLoggedIn: true },
      identity: { epoch: 1, businessUserId: secrets.id },
    })
    const text = diagnosticsText(await readPageFacts())
    for (const secret of [TOKEN, 'my cat', 'ada', 'Ada', '/media/', 'id-']) expect(text, secret).not.toContain(secret)
    expect(text).toContain('Screen: /video-detail/*')
    expect(text).toContain('Outbox: 1 (queued 1), other changes 1')
  })

  it('have the last few codes', () => {
    for (let code = 0; code < 8; code += 1) noteCode(`c${code}`)
    expect(lastCodes()).toEqual(['c3', 'c4', 'c5', 'c6', 'c7'])
  })
})
