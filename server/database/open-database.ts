import pg from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Listener, OpenedDatabase } from './database.ts'
import { type PauseListener, openEmbedded } from './open-embedded.ts'

interface DatabaseOptions {
  readonly databaseUrl: string | undefined
  /** The maximum number of connections to a Postgres server. */
  readonly pool: number
  readonly dataDir: string
  readonly migrationsFolder: string
  readonly seedPath: string
  readonly onIdleError: (error: Error) => void
  /** Only the embedded database calls it. */
  readonly pauseListener: PauseListener
}

/** The Postgres server of `databaseUrl`, or the embedded database in `dataDir`; migrated to the newest schema. */
export function openDatabase({
  databaseUrl,
  pool,
  dataDir,
  migrationsFolder,
  seedPath,
  onIdleError,
  pauseListener,
}: DatabaseOptions): Promise<OpenedDatabase> {
  return databaseUrl === undefined
    ? openEmbedded(dataDir, migrationsFolder, seedPath, pauseListener)
    : openPostgres(databaseUrl, migrationsFolder, onIdleError, pool)
}

const DEFAULT_POOL = 10
/** The time limit of a request's wait for a connection, and of a statement, in ms. */
const CONNECT_LIMIT_MS = 5000
const STATEMENT_LIMIT_MS = 60_000

/** The key of the lock that lets concurrent starts migrate one after the other. Other programs of this database do not use this number. */
const MIGRATION_LOCK = 716_204_331

/** A Postgres server, shared by any number of processes. `onIdleError` is called for connections that break while idle. */
export async function openPostgres(
  connectionString: string,
  migrationsFolder: string,
  onIdleError: (error: Error) => void,
  max = DEFAULT_POOL,
): Promise<OpenedDatabase> {
  await underLock(connectionString, (client) => migrate(drizzle(client), { migrationsFolder }))
  const limits = { max, connectionTimeoutMillis: CONNECT_LIMIT_MS, statement_timeout: STATEMENT_LIMIT_MS }
  const pool = new pg.Pool({ connectionString, application_name: 'kinora', ...limits })
  pool.on('error', onIdleError)
  return {
    db: drizzle(pool),
    isShared: true,
    execute: (text, values) => pool.query(text, [...values]),
    exclusively: (work) => underLock(connectionString, work),
    listen: (channel, listener) => listenPostgres(connectionString, channel, listener),
    close: () => pool.end(),
  }
}

async function underLock<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'kinora migration' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await work(client)
  } finally {
    await client.end()
  }
}

const TRY_AGAIN_MS = 1000

/**
 * Listens on a connection of its own, which must reach Postgres without a pooler that shares sessions. A broken connection is opened again.
 * Postgres does not repeat the payloads that were sent meanwhile, so `onGap` is then called.
 */
async function listenPostgres(connectionString: string, channel: string, { onPayload, onGap }: Listener): Promise<() => Promise<void>> {
  let isStopped = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = new pg.Client({ connectionString, application_name: 'kinora signals', keepAlive: true })
    client = opened
    opened.on('notification', ({ payload = '' }) => onPayload(payload))
    opened.on('error', () => undefined)
    opened.on('end', () => {
      if (client === opened) connectLater()
    })
    await opened.connect()
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
  }

  function connectLater(): void {
    client = null
    clearTimeout(retry)
    if (isStopped) return
    retry = setTimeout(() => {
      connect().then(onGap, connectLater)
    }, TRY_AGAIN_MS)
  }

  await connect()
  return async () => {
    isStopped = true
    clearTimeout(retry)
    const last = client
    client = null
    await last?.end().catch(() => undefined)
  }
}
