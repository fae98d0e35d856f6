import type { Registry } from 'prom-client'
import { type Attributes, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import * as sdk from '@opentelemetry/sdk-metrics'

interface MetricValues {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Partial<Record<string, string | number>>>
    /** The part of a histogram that the value belongs to. */
    readonly metricName?: string
  }[]
}

/**
 * Sends the metrics of `/metrics` to OpenTelemetry at each push, with their names, types and labels. Leaves out metrics that cannot be
 * read.
 */
export function createRegistryProducer(registry: Registry): sdk.MetricProducer {
  const startTime = millisToHrTime(Date.now())
  return {
    async collect() {
      const metrics = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? [])
      const results = await Promise.allSettled(metrics.map((metric): Promise<MetricValues> => metric.get()))
      const endTime = millisToHrTime(Date.now())
      const toPoint: ToPoint = (attributes, value) => ({ startTime, endTime, attributes, value })
      const data = results.flatMap((result) => (result.status === 'fulfilled' ? toMetricData(result.value, toPoint) : []))
      const errors: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'kinora' }, metrics: data }] }, errors }
    },
  }
}

type ToPoint = <Value>(attributes: Attributes, value: Value) => sdk.DataPoint<Value>

function toMetricData({ name, help, type, values }: MetricValues, toPoint: ToPoint): sdk.MetricData[] {
  const metricBase = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return [{ ...metricBase, dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints: toHistograms(name, values, toPoint) }]
  const dataPoints = values.filter(({ value }) => Number.isFinite(value)).map(({ labels, value }) => toPoint(labels, value))
  if (type === 'counter') return [{ ...metricBase, dataPointType: sdk.DataPointType.SUM, isMonotonic: true, dataPoints }]
  return type === 'gauge' ? [{ ...metricBase, dataPointType: sdk.DataPointType.GAUGE, dataPoints }] : []
}

interface Series {
  readonly attributes: Attributes
  readonly boundaries: number[]
  /** For each boundary, the number of values up to it. */
  readonly cumulativeCounts: number[]
  sum: number
  count: number
}

function toHistograms(name: string, values: MetricValues['values'], toPoint: ToPoint): sdk.DataPoint<sdk.Histogram>[] {
  const seriesByKey = new Map<string, Series>()
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels
    const key = JSON.stringify(attributes)
    const series = seriesByKey.get(key) ?? { attributes, boundaries: [], cumulativeCounts: [], sum: 0, count: 0 }
    seriesByKey.set(key, series)
    if (metricName === `${name}_sum`) series.sum = value
    else if (metricName === `${name}_count`) series.count = value
    else if (Number.isFinite(Number(le))) {
      series.boundaries.push(Number(le))
      series.cumulativeCounts.push(value)
    }
  }
  return [...seriesByKey.values()].map((series) => toPoint(series.attributes, toHistogram(series)))
}

function toHistogram({ boundaries, cumulativeCounts, sum, count }: Series): sdk.Histogram {
  const counts = [...cumulativeCounts, count].map((cumulative, index, allCumulative) => cumulative - (allCumulative[index - 1] ?? 0))
  return { buckets: { boundaries, counts }, sum, count }
}
