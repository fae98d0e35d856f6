import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { NO_TRACING, type Telemetry } from './tracing.ts'

const NO_TELEMETRY: Telemetry = {
  tracing: NO_TRACING,
  traceTransactions: (db) => db,
  pushMetrics: () => undefined,
  stop: async () => undefined,
}

const NOT_INSTALLED = 'OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of OpenTelemetry: npm install --include=optional.'

/**
 * Traces and metrics for the collector at `otlpEndpoint`; without one no package of OpenTelemetry is loaded. Throws one sentence where they
 * are not installed. Rule: docs/platform.md, "Observability".
 */
export async function openTelemetry(
  { otlpEndpoint, role }: Pick<Config, 'otlpEndpoint' | 'role'>,
  version: string,
  log: Logger,
): Promise<Telemetry> {
  if (otlpEndpoint === undefined) return NO_TELEMETRY
  const { createOtlpTelemetry } = await import('./otlp-telemetry.ts').catch((cause: unknown) => {
    throw isNotInstalled(cause) ? new Error(NOT_INSTALLED, { cause }) : cause
  })
  return createOtlpTelemetry({ endpoint: otlpEndpoint, role, version, log })
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
