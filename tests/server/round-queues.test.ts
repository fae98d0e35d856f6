import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createQueues } from '#server/boot/start-work.ts'
import type { OpenedDatabase } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/open-embedded.ts'
import { openBoss } from '#server/queue/open-boss.ts'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'

let dataDir: string
let errors: Error[]
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-queues-'))
  errors = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const openDatabase = () => openEmbedded(dataDir, MIGRATIONS, path.join(dataDir, 'no-seed'))
const openQueues = (database: OpenedDatabase) => openBoss({ database, createQueues, onError: (error) => errors.push(error) })

it('a job that was active at a crash blocks no queue after the restart', async () => {
  const databaseBefore = await openDatabase()
  const crashedBoss = await openQueues(databaseBefore)
  const names = (await crashedBoss.queues.getQueues()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['generation', 'payments', 'ledger-check', 'seed-videos', 'housekeeping']))
  for (const name of names) {
    await crashedBoss.queues.send(name, {})
    await expect.poll(() => crashedBoss.queues.fetch(name)).toHaveLength(1)
  }
  // Stops only the queue's timers. Fetched jobs without a worker stay active, as after a crash.
  await crashedBoss.stop()
  await databaseBefore.close()

  const databaseAfter = await openDatabase()
  const restartedBoss = await openQueues(databaseAfter)
  for (const name of names) {
    const id = await restartedBoss.queues.send(name, {})
    await expect.poll(() => restartedBoss.queues.fetch(name), { message: name }).toMatchObject([{ id }])
  }
  await restartedBoss.queues.maintain()
  expect(errors).toEqual([])
  await restartedBoss.stop()
  await databaseAfter.close()
})

it('a poll during a round of another process finds no job and reports no error', async () => {
  const database = await openDatabase()
  const firstBoss = await openQueues(database)
  const secondBoss = await openQueues({ ...database, isShared: true })
  await firstBoss.queues.send('payments', {})
  await expect.poll(() => firstBoss.queues.fetch('payments')).toHaveLength(1)
  const id = await secondBoss.queues.send('payments', {})
  await expect.poll(() => secondBoss.queues.getQueueSize('payments')).toBe(1)
  expect(await secondBoss.queues.fetch('payments')).toEqual([])
  await secondBoss.queues.maintain()
  expect(errors).toEqual([])
  expect(await secondBoss.queues.getJobById('payments', id!)).toMatchObject({ state: 'created' })
  await secondBoss.stop()
  await firstBoss.stop()
  await database.close()
})
