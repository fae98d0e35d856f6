import type { OpenedDatabase } from './database.ts'
import { openEmbedded } from './open-embedded.ts'
import { openPostgres } from './open-postgres.ts'

interface DatabaseOptions {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly migrationsFolder: string
  readonly seedPath: string
  readonly onIdleError: (error: Error) => void
}

/** The Postgres server of `databaseUrl`, or the embedded database in `dataDir`; migrated to the newest schema. */
export function openDatabase({ databaseUrl, dataDir, migrationsFolder, seedPath, onIdleError }: DatabaseOptions): Promise<OpenedDatabase> {
  return databaseUrl === undefined
    ? openEmbedded(dataDir, migrationsFolder, seedPath)
    : openPostgres(databaseUrl, migrationsFolder, onIdleError)
}
