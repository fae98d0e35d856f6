import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { LEDGER_CHECKS } from '#server/billing/rounds/check-ledger.ts'
import { rateLimit } from '#server/database/account-schema.ts'
import { queryRows } from '#server/database/database.ts'
import { task } from '#server/database/schema.ts'
import { clientError } from '#server/database/measurement-schema.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { createLog } from '#server/telemetry/log.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { reportClientError } from '#shared/api/client-error.ts'
import { getHistory } from '#shared/api/generation.ts'
import { CLIENT_ERRORS_RETENTION_MS, MAX_ERROR_CHARS } from '#shared/domain/measurement-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { commit, createTestClient, createVisitor, ORIGIN, startServerWithPausedEngine, upload } from './client.ts'

const METRICS_TOKEN = 'a-token-for-measures'
const REMOTE_ADDRESS = '203.0.113.7'
let logLines: Record<string, unknown>[] = []
let nowMs = Date.now()
let server: TestServer
beforeAll(async () => {
  const log = createLog('debug', { write: (line) => void logLines.push(JSON.parse(line) as Record<string, unknown>) })
  server = await startTestServer({ listen: false, log, nowMs: () => nowMs, config: { metricsToken: METRICS_TOKEN } })
})
afterAll(() => server.close())
beforeEach(() => {
  logLines = []
})

const request = async (path: string, { from = '127.0.0.1', headers = {}, origin = ORIGIN } = {}) =>
  server.app.request(origin + path, { headers }, { incoming: { socket: { remoteAddress: from } } })
const requestLines = () => logLines.filter(({ msg }) => msg === 'Request')

describe('the line of a request', () => {
  it('has route, status, time, code and request, and nothing of the address', async () => {
    const visitor = await createVisitor(server, { nowMs: () => nowMs })
    const fileUrl = await upload(visitor)
    logLines = []
    await visitor.request(`${new URL(fileUrl, ORIGIN).pathname}?secret=1`, { headers: { cookie: `user_token=${visitor.token}` } })
    const pageResponse = await request('/video-effects/some-words-of-mine?token=2', { headers: { accept: 'text/html' } })
    await createTestClient(server, { nowMs: () => nowMs }).refusal(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' })
    await request('/api/not/there/3')
    expect(requestLines()).toMatchObject([
      { method: 'GET', route: '/media/:name', status: 200 },
      { method: 'GET', route: '/video-effects/*', requestId: pageResponse.headers.get('x-request-id') },
      { method: 'GET', route: '/api/v1/ai/i2v/history', status: 401, code: 'H3009' },
      { method: 'GET', route: '/api/*', status: 404, code: 'H4001' },
    ])
    for (const line of requestLines())
      expect(line).toMatchObject({ ms: expect.any(Number), requestId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const logText = JSON.stringify(logLines)
    const name = new URL(fileUrl, ORIGIN).pathname.split('/').at(-1) ?? 'none'
    for (const secret of [name, visitor.token, 'secret', 'some-words', 'token=2', 'there/3']) expect(logText).not.toContain(secret)
  })
})

describe('/metrics', () => {
  it('reports requests by route, tasks, jobs, books, push and the process, and is never cached', async () => {
    await request('/healthz')
    await expect.poll(async () => (await request('/metrics')).text()).toContain('kinora_ledger_differences 0')
    const answer = await request('/metrics')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await answer.text()
    expect(text).toContain('kinora_http_requests_total{method="GET",route="/healthz",status="2xx"}')
    expect(text).toContain('kinora_http_request_seconds_bucket{le="0.05",method="GET",route="/metrics",status="2xx"}')
    expect(text).toContain('kinora_tasks{status="PENDING"} 0')
    expect(text).toContain('kinora_tasks{status="PROCESSING"} 0')
    for (const name of ['kinora_jobs', 'kinora_push_sends_total', 'kinora_client_errors_total', 'process_resident_memory_bytes'])
      expect(text, name).toContain(`# TYPE ${name} `)
    expect(text).not.toContain('/media/0')
  })

  it('reports the last check of the books, from any process, also when its job is archived', async () => {
    const { db } = server.database
    const readDifferences = async () =>
      /^kinora_ledger_differences (?<count>\d+)$/m.exec(await (await request('/metrics')).text())?.groups?.['count']
    await expect
      .poll(() => queryRows(db, sql`select id from pgboss.job where name = ${LEDGER_CHECKS} and output ? 'differences'`))
      .toHaveLength(1)
    expect(await readDifferences()).toBe('0')
    const setDifferences = (differences: number) =>
      db.execute(sql`update pgboss.job set output = jsonb_build_object('differences', ${differences}::int) where name = ${LEDGER_CHECKS}`)
    await setDifferences(3)
    expect(await readDifferences()).toBe('3')
    await db.execute(sql`insert into pgboss.archive select * from pgboss.job where name = ${LEDGER_CHECKS}`)
    await db.execute(sql`update pgboss.archive set completed_on = completed_on - interval '1 day'`)
    await setDifferences(4)
    expect(await readDifferences()).toBe('4')
    await db.execute(sql`delete from pgboss.job where name = ${LEDGER_CHECKS}`)
    expect(await readDifferences()).toBe('3')
  })

  it('reports how long the oldest video waits, and how long a video needs', async () => {
    const pausedSetup = await startServerWithPausedEngine(500)
    const readMetrics = async () => {
      const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
      return (await pausedSetup.server.app.request(`${ORIGIN}/metrics`, {}, bindings)).text()
    }
    const readWaitSeconds = async () => Number(/^kinora_task_wait_seconds (?<s>\S+)$/m.exec(await readMetrics())?.groups?.['s'])
    await commit(pausedSetup.visitor, pausedSetup.image)
    await pausedSetup.engine.untilPaused(1)
    expect(await readWaitSeconds()).toBe(0)
    await commit(pausedSetup.visitor, pausedSetup.image)
    await pausedSetup.server.database.db
      .update(task)
      .set({ createdAtMs: Date.now() - 60_000 })
      .where(eq(task.status, 'PENDING'))
    expect(await readWaitSeconds()).toBeGreaterThanOrEqual(60)
    expect(await readWaitSeconds()).toBeLessThan(120)
    pausedSetup.engine.release()
    await expect.poll(readMetrics).toContain('kinora_video_seconds_count{engine="held",outcome="made"} 1')
    await pausedSetup.engine.untilPaused(1)
    await pausedSetup.server.close()
  })

  it('is for this computer and for callers with the token alone', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const refusedOptions = [
      { from: REMOTE_ADDRESS },
      { from: REMOTE_ADDRESS, headers: bearer('another-token-for-measures') },
      { headers: { 'x-forwarded-for': REMOTE_ADDRESS } },
    ]
    for (const options of refusedOptions) expect((await request('/metrics', options)).status, JSON.stringify(options)).toBe(404)
    expect((await request('/metrics', { from: REMOTE_ADDRESS, headers: bearer(METRICS_TOKEN) })).status).toBe(200)
    const serverWithoutToken = await startTestServer({ listen: false })
    const response = await serverWithoutToken.app.request(
      `${ORIGIN}/metrics`,
      { headers: bearer('undefined') },
      { incoming: { socket: { remoteAddress: REMOTE_ADDRESS } } },
    )
    expect(response.status).toBe(404)
    await serverWithoutToken.close()
  })
})

describe('an error report', () => {
  const REPORT = {
    errorId: 'abcdef0123',
    kind: 'drawing',
    words: 'TypeError: x is not a function',
    screen: '/home',
    version: '1.0.0',
  } as const
  const loadErrors = () => server.database.db.select().from(clientError)

  it('is stored and logged under the id on the screen, without the identity of the user', async () => {
    const visitor = await createVisitor(server, { nowMs: () => nowMs, headers: { 'user-agent': 'Browser 1' } })
    expect(await visitor.get(reportClientError, REPORT)).toEqual({})
    expect(await loadErrors()).toEqual([{ ...REPORT, id: expect.any(String), userAgent: 'Browser 1', createdAtMs: nowMs }])
    expect(logLines).toContainEqual(
      expect.objectContaining({ msg: 'Browser error reported', errorId: REPORT.errorId, words: REPORT.words }),
    )
    expect(JSON.stringify([await loadErrors(), logLines])).not.toContain(visitor.token)
    expect(await (await request('/metrics')).text()).toContain('kinora_client_errors_total{kind="drawing"} 1')
  })

  it('is bounded, and has a screen instead of an address', async () => {
    const visitor = await createVisitor(server, { nowMs: () => nowMs })
    for (const [field, value] of [
      ['errorId', 'a b'],
      ['words', 'x'.repeat(MAX_ERROR_CHARS + 1)],
      ['screen', '/video-effects/my-words?token=1'],
      ['version', ''],
    ] as const)
      expect(await visitor.refusal(reportClientError, { ...REPORT, [field]: value }), field).toEqual({ code: 'H3000', fields: [field] })
    await server.database.db.delete(rateLimit)
    expect(await visitor.call(reportClientError, REPORT)).toMatchObject({ ok: true })
    await server.database.db.update(rateLimit).set({ count: LIMITS.clientErrorByAddress.max })
    expect(await visitor.refusal(reportClientError, REPORT)).toMatchObject({ code: 'H4022' })
  })

  it('is stored for its lifetime', async () => {
    nowMs += CLIENT_ERRORS_RETENTION_MS + 1
    await runHousekeeping(server.database.db, await createDiskMedia(server.dataDir), nowMs)
    expect(await loadErrors()).toEqual([])
  })
})
