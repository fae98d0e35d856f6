import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { createMetrics } from '#server/telemetry/metrics.ts'

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

const { panels } = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as { readonly panels: readonly Panel[] }
const expressions = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
/** Metrics that are read from the database, so that every process reports the same value. */
const SHARED_METRICS = [
  'kinora_tasks',
  'kinora_task_wait_seconds',
  'kinora_jobs',
  'kinora_ledger_differences',
  'kinora_engine_away',
  'kinora_engine_orders',
  'kinora_engine_cost_dollars',
  'kinora_engine_points',
]

let metricNames: ReadonlySet<string>
let metrics: ReturnType<typeof createMetrics>
beforeAll(async () => {
  const emptyDatabase = { execute: async () => ({ rows: [] }) } as unknown as Database
  metrics = createMetrics(emptyDatabase, 'ledger-check')
  const { body } = await metrics.expose()
  const types = [...body.matchAll(/^# TYPE (?<name>\S+) (?<type>\S+)$/gm)].map(({ groups }) => groups!)
  const seriesOf = (name: string, type: string) => (type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])
  metricNames = new Set(types.flatMap(({ name = '', type = '' }) => seriesOf(name, type)))
  return () => metrics.close()
})

const metricsIn = (expr: string) => [...expr.matchAll(/\b(?:kinora|process|nodejs)_\w+/g)].map(([name]) => name)

it('/metrics has every metric of the dashboard', () => {
  for (const { title, expr } of expressions) {
    expect(metricsIn(expr), title).not.toEqual([])
    for (const name of metricsIn(expr)) expect(metricNames.has(name), `${title}: ${name}`).toBe(true)
  }
})

it('every label on the dashboard belongs to its metric', async () => {
  const labelsOf = (name: string) => {
    const metric = metrics.registry.getSingleMetric(name.replace(/_(?:bucket|sum|count)$/, '')) as unknown as { labelNames?: string[] }
    return [...(metric.labelNames ?? []), 'le', 'job', 'instance']
  }
  for (const { title, expr } of expressions) {
    const groupLabels = [...expr.matchAll(/by \((?<labels>[^)]+)\)/g)].flatMap(({ groups }) => groups!['labels']!.split(', '))
    const filterLabels = [...expr.matchAll(/(?<label>\w+)=~?"/g)].map(({ groups }) => groups!['label']!)
    const knownLabels = metricsIn(expr).flatMap(labelsOf)
    for (const label of [...groupLabels, ...filterLabels]) expect(knownLabels, title).toContain(label)
  }
})

it('a metric with the same value in every process is never summed up', () => {
  for (const name of SHARED_METRICS) {
    const metricExpressions = expressions.filter(({ expr }) => metricsIn(expr).includes(name))
    expect(metricExpressions, name).not.toEqual([])
    for (const { title, expr } of metricExpressions) expect(expr, title).toMatch(/^max/)
  }
})

it('the dashboard shows all of Kinora’s own metrics', () => {
  const ownMetrics = metrics.registry.getMetricsAsArray().flatMap(({ name }) => (name.startsWith('kinora_') ? [name] : []))
  const shownMetrics = expressions.flatMap(({ expr }) => metricsIn(expr)).join(' ')
  for (const name of ownMetrics) expect(shownMetrics).toContain(name)
})
