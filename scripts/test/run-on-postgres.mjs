import { startPostgres } from '../start-postgres.mjs'
import { runVitest } from './runners.mjs'

/** Runs a shard of the server's tests on the server of TEST_DATABASE_URL, or on a new one. */
export async function runOnPostgres({ shard, count }) {
  const args = ['--project', 'server', `--shard=${shard}/${count}`]
  const databaseUrl = process.env.TEST_DATABASE_URL
  if (databaseUrl) return runVitest('postgres', args)
  const server = await startPostgres()
  try {
    return runVitest('postgres', args, { env: { TEST_DATABASE_URL: server.url } })
  } finally {
    await server.stop()
  }
}
