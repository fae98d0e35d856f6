import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { owner } from '#server/database/schema.ts'
import { createLog, withoutValues } from '#server/telemetry/log.ts'
import { freePort } from '../fixtures/server/free-port.ts'
import { openTestDatabase } from '../fixtures/server/test-database.ts'

it('leaves the values of a failed statement out of the log, and logs its cause', async () => {
  const database = await openTestDatabase()
  const row = { id: 'one', tokenSha256: 'secret-hash', createdAtMs: 0 }
  await database.db.insert(owner).values(row)
  const duplicateError: unknown = await database.db
    .insert(owner)
    .values({ ...row, id: 'two' })
    .then(undefined, (error: unknown) => error)
  const missingTableError: unknown = await database.db
    .execute(sql`select ${'secret-prompt'} from nowhere`)
    .then(undefined, (error: unknown) => error)
  await database.close()
  let logText = ''
  const log = createLog('info', { write: (line) => (logText += line) })
  for (const error of [duplicateError, missingTableError, new Error('around', { cause: duplicateError })])
    log.error({ err: error }, 'failed')
  expect(logText).toContain('owner_token_sha256_unique')
  expect(logText).toContain('\\"nowhere\\" does not exist')
  expect(logText).toContain('around')
  expect(logText).not.toContain('secret-')
  expect(withoutValues(missingTableError).message).toBe('relation "nowhere" does not exist')
})

it('reports the failure of a connection at each address of its host', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  const socket = net.connect({
    host: 'database.test',
    port: await freePort(),
    autoSelectFamily: true,
    lookup: (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
  })
  const [error]: unknown[] = await once(socket, 'error')
  expect(withoutValues(error).message.split('; ')).toEqual(addresses.map((address) => expect.stringContaining(address)))
})
