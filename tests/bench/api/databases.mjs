import pg from 'pg'
import { startPostgres } from '../../../scripts/start-postgres.mjs'
import { startServer } from '../start-server.mjs'
import { addTasks, addVisitor } from './accounts.mjs'
import { PARALLEL_REQUESTS } from './rounds.mjs'

/** With fsync a commit waits for the disk, as on an operator's server. */
const DURABLE_SETTINGS = { fsync: 'on' }
const CREATIONS_PER_CLIENT = 60
const CREATION_COUNTS = [10, 100, 1000, 10_000]
const RUNNING_BATCHES = 200

/** Starts a web process without a payment service. */
export function startWeb(url, execArgv) {
  return startServer({ ROLE: 'web', DATABASE_URL: url, CHECKOUT_ORIGIN: 'http://127.0.0.1:9' }, execArgv)
}

/** Opens a PostgreSQL with a database in which all visitors have the same amount of data. `copy` copies this database. */
export async function openDatabases() {
  const postgres = await startPostgres(DURABLE_SETTINGS)
  const urlOf = (name) => new URL(`/${name}`, postgres.url).href
  await withClient(postgres.url, (client) => client.query('create database first'))
  const server = await startWeb(urlOf('first'))
  await server.stop()
  return {
    clients: await withClient(urlOf('first'), addClients),
    async copy(name) {
      await withClient(postgres.url, (client) => client.query(`create database ${name} template first`))
      return urlOf(name)
    },
    stop: () => postgres.stop(),
  }
}

async function addClients(client) {
  const clients = []
  for (let index = 0; index < PARALLEL_REQUESTS; index += 1)
    clients.push(await addVisitor(client, `client ${index}`, { creations: CREATIONS_PER_CLIENT, running: 1 }))
  await client.query('vacuum analyze')
  return clients
}

/** Adds one visitor for each number in CREATION_COUNTS, with that number of creations, and one visitor whose batches are all running. */
export function addGrown(url) {
  return withClient(url, addGrownVisitors)
}

async function addGrownVisitors(client) {
  const visitorsBySize = []
  for (const size of CREATION_COUNTS)
    visitorsBySize.push({ size, visitor: await addVisitor(client, `of ${size}`, { creations: size - 1, running: 1 }) })
  const busyVisitor = await addVisitor(client, 'busy', { creations: 0, running: RUNNING_BATCHES })
  await client.query('vacuum analyze')
  return { visitorsBySize, busyVisitor }
}

/** Adds one visitor with `count` waiting tasks. */
export function addWaiting(url, count) {
  return withClient(url, async (client) => {
    const { owner } = await addVisitor(client, 'waiting', { creations: 0, running: 0 })
    await addTasks(client, { owner, image: 'none.jpg', name: 'waiting', count, status: 'PENDING' })
    await client.query('vacuum analyze')
  })
}

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
