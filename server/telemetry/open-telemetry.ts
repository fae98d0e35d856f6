import type { Logger } from './log.ts'
import { NO_TRACING, type Telemetry } from './tracing.ts'

const NO_TELEMETRY: Telemetry = {
  tracing: NO_TRACING,
  traceTransactions: (db) => db,
  pushMetrics: () => undefined,
  stop: async () => undefined,
}

export interface TelemetryConfig {
  /** The base address of an OpenTelemetry collector; undefined: nothing is pushed. */
  readonly otlpEndpoint: string | undefined
  readonly role: string
}

const NOT_INSTALLED_TEXT = 'OTEL_EXPORTER_OTLP_ENDPOINT needs the OpenTelemetry packages: npm install --include=optional.'

/**
 * Traces and metrics for the collector at `otlpEndpoint`; without an endpoint, OpenTelemetry's SDK is not loaded. Throws one sentence if
 * the SDK is not installed. Rule: docs/platform.md, "Observability".
 */
export async function openTelemetry({ otlpEndpoint, role }: TelemetryConfig, version: string, log: Logger): Promise<Telemetry> {
  if (otlpEndpoint === undefined) return NO_TELEMETRY
  const { createOtlpTelemetry } = await import('./otlp-telemetry.ts').catch((cause: unknown) => {
    throw isNotInstalled(cause) ? new Error(NOT_INSTALLED_TEXT, { cause }) : cause
  })
  return createOtlpTelemetry({ endpoint: otlpEndpoint, role, version, log })
}

/** Codes for a missing package, and for a missing dependency. */
const MISSING_CODES = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING_CODES.has(error.code)
}
