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
const open = (database: OpenedDatabase) => openBoss({ database, createQueues, onError: (error) => errors.push(error) })

it('a job that was active at a crash blocks no queue after the restart', async () => {
  const before = await openDatabase()
  const crashed = await open(before)
  const names = (await crashed.queues.getQueues()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['generation', 'payments', 'ledger-check', 'seed-videos', 'housekeeping']))
  for (const name of names) {
    await crashed.queues.send(name, {})
    await expect.poll(() => crashed.queues.fetch(name)).toHaveLength(1)
  }
  // Stops only the queue's timers. Fetched jobs without a worker stay active, as after a crash.
  await crashed.stop()
  await before.close()

  const after = await openDatabase()
  const restarted = await open(after)
  for (const name of names) {
    const id = await restarted.queues.send(name, {})
    await expect.poll(() => restarted.queues.fetch(name), { message: name }).toMatchObject([{ id }])
  }
  await restarted.queues.maintain()
  expect(errors).toEqual([])
  await restarted.stop()
  await after.close()
})

it('a poll during a round of another process finds no job and reports no error', async () => {
  const database = await openDatabase()
  const first = await open(database)
  const second = await open({ ...database, isShared: true })
  await first.queues.send('payments', {})
  await expect.poll(() => first.queues.fetch('payments')).toHaveLength(1)
  const id = await second.queues.send('payments', {})
  await expect.poll(() => second.queues.getQueueSize('payments')).toBe(1)
  expect(await second.queues.fetch('payments')).toEqual([])
  await second.queues.maintain()
  expect(errors).toEqual([])
  expect(await second.queues.getJobById('payments', id!)).toMatchObject({ state: 'created' })
  await second.stop()
  await first.stop()
  await database.close()
})
