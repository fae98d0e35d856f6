import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEDGER_CHECKS } from '#server/billing/rounds/check-ledger.ts'
import { queryRows } from '#server/database/database.ts'
import { owner } from '#server/database/schema.ts'
import { createLog } from '#server/telemetry/log.ts'
import { EngineFailure } from '#server/motion/engine.ts'
import { openTelemetry } from '#server/telemetry/open-telemetry.ts'
import { sendVerificationCode } from '#shared/api/auth.ts'
import { callPath } from '#shared/api/define-call.ts'
import { generateCustom } from '#shared/api/generation.ts'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { SERVER_MAIN, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { openCollector, type ReceivedSpan, toFacts } from '../fixtures/server/otlp-collector.ts'
import { openSmtpServer } from '../fixtures/server/smtp-server.ts'
import { createPausedEngine } from '../fixtures/server/test-engines.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { commit, createVisitor, ORIGIN, untilStatus, upload } from './client.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const CALLER_SPAN_ID = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`
const SERVER_KIND = 2
const ERROR_STATUS = 2
/**
 * The longest duration of a stop that a test accepts. It exceeds the server's own limit, so that a slow computer does not fail the test.
 */
const QUICK_STOP_MS = 4000
const SPANS_AT_ONCE = 512
const MAX_PENDING_SPANS = 2048 + SPANS_AT_ONCE

let collector: Awaited<ReturnType<typeof openCollector>>
beforeEach(async () => {
  collector = await openCollector()
})
afterEach(() => collector.close())

const spansNamed = (name: string) => collector.spans().filter((span) => span.name === name)
const childrenOf = ({ spanId }: ReceivedSpan) => collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId)

describe('spans', () => {
  it('of requests, videos, rounds, transactions and mails arrive, without personal data', async () => {
    const smtp = await openSmtpServer()
    const engine = createPausedEngine()
    const config = { otlpEndpoint: `${collector.url}/`, trustProxy: 1, smtpUrl: smtp.url }
    const server = await startTestServer({ listen: false, engine, config })
    const visitor = await createVisitor(server, { headers: { 'user-agent': 'Browser of mine', 'x-forwarded-for': '203.0.113.7' } })
    await visitor.get(sendVerificationCode, { email: 'ann@example.org' })
    const image = await upload(visitor)
    const { batchId, taskIds } = await commit(visitor, image, { prompt: 'my dear aunt' })
    await engine.untilPaused(1)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    const failingCommit = await commit(visitor, image)
    await engine.untilPaused(1)
    engine.release(new EngineFailure('no faces of aunts'))
    await untilStatus(visitor, failingCommit.batchId, 'FAILED')
    const mediaResponse = await visitor.request(`${new URL(image, ORIGIN).pathname}?token=hush`, { headers: { traceparent: TRACEPARENT } })
    await visitor.request('/healthz')
    await expect.poll(() => smtp.received).toHaveLength(1)
    const completedChecks = sql`select id from pgboss.job where name = ${LEDGER_CHECKS} and state = 'completed'`
    await expect.poll(() => queryRows(server.database.db, completedChecks)).toHaveLength(1)
    const owners = await server.database.db.select({ id: owner.id }).from(owner)
    await server.close()
    await smtp.close()

    const route = callPath(generateCustom)
    const [requestSpan] = spansNamed(`POST ${route}`)
    expect(requestSpan).toMatchObject({
      kind: SERVER_KIND,
      facts: { 'http.request.method': 'POST', 'http.route': route, 'http.response.status_code': 200 },
    })
    expect(childrenOf(requestSpan!).map(({ name }) => name)).toContain('transaction')
    expect(requestSpan?.status.code).toBe(0)
    expect(spansNamed('GET /media/:name')).toMatchObject([
      { traceId: TRACE_ID, parentSpanId: CALLER_SPAN_ID, facts: { 'kinora.request_id': mediaResponse.headers.get('x-request-id') } },
    ])
    expect(spansNamed('GET /healthz')).toEqual([])

    const [madeSpan, refusedSpan] = spansNamed('video')
    const facts = { 'kinora.task_id': taskIds[0], 'kinora.attempt': 1, 'kinora.engine': 'held', 'kinora.outcome': 'made' }
    expect(madeSpan).toMatchObject({ facts, status: { code: 0 } })
    expect(madeSpan?.parentSpanId).toBeUndefined()
    const stages = childrenOf(madeSpan!).map(({ name }) => name)
    expect(stages.filter((name) => name !== 'transaction')).toEqual(['preparing', 'rendering', 'finishing', 'publishing'])
    expect(refusedSpan).toMatchObject({ facts: { 'kinora.outcome': 'refused' }, status: { code: ERROR_STATUS } })
    expect(spansNamed('mail')).toMatchObject([{ facts: { 'kinora.attempt': 1, 'kinora.outcome': 'sent' } }])
    expect(spansNamed(`round ${LEDGER_CHECKS}`)).toHaveLength(1)

    const mailSends = collector.metrics().find(({ name }) => name === 'kinora_mail_sends_total')?.sum?.dataPoints ?? []
    expect(mailSends.map(({ attributes, asDouble }) => [toFacts(attributes), asDouble])).toEqual([[{ outcome: 'sent' }, 1]])

    const ids = new Set(collector.resources().map(({ 'service.instance.id': id }) => id))
    expect(ids.size).toBe(1)
    expect(collector.resources()[0]).toMatchObject({ 'service.name': 'kinora', 'service.version': '0.0.0-test', 'kinora.role': 'all' })

    const pushedText = collector.pushes.map(({ text }) => text).join('\n')
    const name = new URL(image, ORIGIN).pathname.split('/').at(-1) ?? ''
    const secrets = [name, visitor.token, 'aunt', 'hush', 'ann@', '203.0.113.7', 'Browser of mine', ...owners.map(({ id }) => id)]
    for (const secret of secrets) expect(pushedText, secret).not.toContain(secret)
  })

  it('start a trace of their own without a trusted proxy, or with an invalid trace header', async () => {
    for (const [trustProxy, traceparent] of [
      [0, TRACEPARENT],
      [1, 'no trace'],
    ] as const) {
      const server = await startTestServer({ listen: false, config: { otlpEndpoint: collector.url, trustProxy } })
      await server.app.request(`${ORIGIN}/build.json`, { headers: { traceparent } })
      await server.close()
    }
    const spans = spansNamed('GET /build.json')
    expect(spans).toHaveLength(2)
    for (const { traceId, parentSpanId } of spans) expect([traceId === TRACE_ID, parentSpanId]).toEqual([false, undefined])
  })
})

describe('metrics', () => {
  it('arrive as in /metrics: each name, type, label and value', async () => {
    const server = await startTestServer({ listen: false, config: { otlpEndpoint: collector.url } })
    const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    for (let count = 0; count < 3; count += 1) await server.app.request(`${ORIGIN}/build.json`, {}, bindings)
    const text = await (await server.app.request(`${ORIGIN}/metrics`, {}, bindings)).text()
    await server.close()

    const pushedMetrics = new Map(collector.metrics().map((metric) => [metric.name, metric]))
    const exposedTypes = [...text.matchAll(/^# TYPE (?<name>\S+) (?<type>\S+)$/gm)].map(({ groups }) => groups!)
    expect(exposedTypes.length).toBeGreaterThan(20)
    for (const { name = '', type = '' } of exposedTypes)
      expect(pushedMetrics.get(name), name).toHaveProperty(type === 'counter' ? 'sum' : type)
    const labels = { method: 'GET', route: '/build.json', status: '2xx' }
    const buildPoint = {
      attributes: expect.toSatisfy(
        (attributes: Parameters<typeof toFacts>[0]) => JSON.stringify(toFacts(attributes)) === JSON.stringify(labels),
      ),
    }
    expect(pushedMetrics.get('kinora_http_requests_total')?.sum).toMatchObject({ isMonotonic: true })
    expect(pushedMetrics.get('kinora_http_requests_total')?.sum?.dataPoints).toContainEqual(
      expect.objectContaining({ ...buildPoint, asDouble: 3 }),
    )
    const timePoints = pushedMetrics.get('kinora_http_request_seconds')?.histogram?.dataPoints
    expect(timePoints).toContainEqual(expect.objectContaining({ ...buildPoint, count: 3 }))
    for (const { count, bucketCounts = [], explicitBounds = [] } of timePoints ?? []) {
      expect(bucketCounts.reduce((sum, each) => sum + each, 0)).toBe(count)
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
      expect(explicitBounds[0]).toBe(0.005)
    }
    const tasks = pushedMetrics
      .get('kinora_tasks')
      ?.gauge?.dataPoints.map(({ attributes, asDouble }) => [toFacts(attributes)['status'], asDouble])
    expect(tasks).toEqual([
      ['PENDING', 0],
      ['PROCESSING', 0],
    ])
  })
})

describe('a collector', () => {
  it('that is down slows no request and no stop', async () => {
    const closedCollector = await openCollector()
    await closedCollector.close()
    const server = await startTestServer({ listen: false, config: { otlpEndpoint: closedCollector.url } })
    for (let count = 0; count < 20; count += 1) expect((await server.app.request(`${ORIGIN}/build.json`)).status).toBe(200)
    const startedMs = performance.now()
    await server.stop()
    expect(performance.now() - startedMs).toBeLessThan(QUICK_STOP_MS)
    await server.close()
  })

  it('that accepts nothing is logged once, and once when it recovers', async () => {
    const logMessages: string[] = []
    const log = createLog('info', { write: (line) => void logMessages.push((JSON.parse(line) as { readonly msg: string }).msg) })
    const telemetry = await openTelemetry({ otlpEndpoint: collector.url, role: 'all' }, '0.0.0-test', log)
    const pushSpans = async () => {
      const pushesBefore = collector.pushes.length
      for (let count = 0; count < SPANS_AT_ONCE; count += 1)
        await telemetry.tracing.span({ kind: 'work', name: 'some' }, async () => undefined)
      await expect.poll(() => collector.pushes.length).toBe(pushesBefore + 1)
    }
    collector.answer(400)
    await pushSpans()
    await pushSpans()
    collector.answer(200)
    await pushSpans()
    await expect.poll(() => logMessages.at(-1)).toBe('Telemetry collector is available again')
    expect(logMessages).toEqual(['Telemetry collector is unavailable', 'Telemetry collector is available again'])
    await telemetry.stop()
  })

  it('that never answers delays no stop, and no more data waits for it than fits', async () => {
    const releaseHold = collector.hold()
    const config = { otlpEndpoint: collector.url, role: 'all' } as const
    const telemetry = await openTelemetry(config, '0.0.0-test', createLog('silent'))
    for (let count = 0; count < 10_000; count += 1) await telemetry.tracing.span({ kind: 'work', name: 'much' }, async () => undefined)
    const startedMs = performance.now()
    await telemetry.stop()
    expect(performance.now() - startedMs).toBeLessThan(QUICK_STOP_MS)
    releaseHold()
    expect(spansNamed('much').length).toBeGreaterThan(0)
    expect(spansNamed('much').length).toBeLessThanOrEqual(MAX_PENDING_SPANS)
  })
})

describe('the built server', () => {
  /** A module hook for the started process: each import of OpenTelemetry fails as if the package were not installed. */
  const hookCode = `export const resolve = (name, context, next) => name.startsWith('@opentelemetry/')
    ? Promise.reject(Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' })) : next(name, context)`
  const registerCode = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hookCode))})`
  const hidePackagesOption = `--import=data:text/javascript,${encodeURIComponent(registerCode)}`

  it('imports nothing of OpenTelemetry without the variable, and names the missing packages with it', async () => {
    await ensureBuilt()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-telemetry-'))
    const environment = { DATA_DIR: dataDir, NODE_OPTIONS: hidePackagesOption, OTEL_EXPORTER_OTLP_ENDPOINT: '' }
    const serverProcess = await startServerProcess(SERVER_MAIN, environment)
    expect((await fetch(`${serverProcess.origin}/readyz`)).status).toBe(200)
    await serverProcess.end('SIGTERM')
    const exportEnvironment = { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    await expect(startServerProcess(SERVER_MAIN, exportEnvironment)).rejects.toThrow(
      'ended with 1: OTEL_EXPORTER_OTLP_ENDPOINT needs the OpenTelemetry packages: npm install --include=optional.',
    )
    await rm(dataDir, { recursive: true, force: true })
  })

  it('pushes its data at the stop', async () => {
    await ensureBuilt()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-telemetry-'))
    const serverProcess = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await fetch(`${serverProcess.origin}/build.json`)
    await serverProcess.end('SIGTERM')
    expect(serverProcess.child.exitCode).toBe(0)
    expect(spansNamed('GET /build.json')).toHaveLength(1)
    expect(collector.metrics().map(({ name }) => name)).toContain('kinora_tasks')
    await rm(dataDir, { recursive: true, force: true })
  })
})
