import pg from 'pg'
import type { Listener } from './database.ts'

const TRY_AGAIN_MS = 1000

/**
 * Listens on a connection of its own, which has to be a session with the server itself. One that breaks is opened again; what was told
 * meanwhile is a gap.
 */
export async function listenPostgres(
  connectionString: string,
  channel: string,
  { onPayload, onGap }: Listener,
): Promise<() => Promise<void>> {
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
