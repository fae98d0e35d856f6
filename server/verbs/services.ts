import type { Operator } from '#shared/legal/legal-document.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/**
 * Services that all verbs share. Boot creates them once per process. A folder adds its own services beside their types:
 * server/README.md, "How to add a service".
 */
export interface Services {
  readonly db: Database
  readonly nowMs: () => number
  /** Free bytes on the disk of database and media. */
  readonly freeBytes: () => Promise<number>
  readonly config: ServiceConfig
  readonly metrics: Metrics
  readonly log: Logger
  /** The installation's key for signatures, keyed hashes and encryption, such as upload addresses, mail codes and authenticator secrets. */
  readonly secret: string
  readonly version: string
}

/** The part of the configuration that verbs read. Other folders add their own values to it. */
export interface ServiceConfig {
  readonly origins: readonly string[]
  /** True if the server only serves localhost: developer pages are then available. */
  readonly isLocalOnly: boolean
  /** The operator, for the legal texts. The operator's e-mail address also receives contact messages. */
  readonly operator: Operator
}
