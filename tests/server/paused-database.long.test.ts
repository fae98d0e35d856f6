import fs from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openEmbedded } from '#server/database/open-embedded.ts'
import { owner } from '#server/database/schema.ts'
import { makeDatabaseSeed } from '../../scripts/make-database-seed.mjs'
import { type Fault, FAULTS, expectRecovery, refusal, refuseWith, skipSyncs } from '../fixtures/server/database-faults.ts'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'

let folder: string
let seed: string
beforeAll(async () => {
  seed = await makeDatabaseSeed()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-faults-'))
})
beforeEach(skipSyncs)
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each(Object.keys(FAULTS) as Fault[])(
  'a database whose disk %s is paused, and opened again with all commits when it is writable',
  (fault) => expectRecovery(path.join(folder, crypto.randomUUID()), seed, fault),
)

it('a paused database is closed at once, and its lock does not prevent the next start from opening it', async () => {
  const dataDir = path.join(folder, 'closed')
  const database = await openEmbedded(dataDir, MIGRATIONS, seed)
  await database.db.insert(owner).values({ id: 'kept', createdAtMs: 0 })
  vi.spyOn(fs, 'writeSync').mockImplementation(refuseWith(refusal('EROFS')))
  vi.spyOn(fs, 'rmSync').mockImplementation(refuseWith(Object.assign(refusal('EROFS'), { syscall: 'rm' })))
  await expect(database.db.insert(owner).values({ id: 'lost', createdAtMs: 0 })).rejects.toThrow()
  await database.close()
  vi.restoreAllMocks()
  skipSyncs()
  const reopenedDatabase = await openEmbedded(dataDir, MIGRATIONS, seed)
  expect(await reopenedDatabase.db.$count(owner)).toBe(1)
  await reopenedDatabase.close()
})

it('a database whose disk fails during its close is closed all the same, and has its commits at the next start', async () => {
  const dataDir = path.join(folder, 'closing')
  const database = await openEmbedded(dataDir, MIGRATIONS, seed)
  await database.db.insert(owner).values({ id: 'kept', createdAtMs: 0 })
  vi.spyOn(fs, 'writeSync').mockImplementation(refuseWith(refusal('EIO')))
  await database.close()
  vi.restoreAllMocks()
  skipSyncs()
  expect(fs.existsSync(path.join(dataDir, 'database.lock'))).toBe(false)
  const reopenedDatabase = await openEmbedded(dataDir, MIGRATIONS, seed)
  expect(await reopenedDatabase.db.$count(owner)).toBe(1)
  await reopenedDatabase.close()
})

it('a paused database with a missing folder is not replaced by an empty one, and is opened again when the folder returns', async () => {
  const dataDir = path.join(folder, 'gone')
  const onResume = vi.fn()
  const database = await openEmbedded(dataDir, MIGRATIONS, seed, { onPause: () => undefined, onResume })
  await database.db.insert(owner).values({ id: 'kept', createdAtMs: 0 })
  vi.spyOn(fs, 'writeSync').mockImplementation(refuseWith(refusal('EIO')))
  await expect(database.db.insert(owner).values({ id: 'lost', createdAtMs: 0 })).rejects.toThrow()
  vi.restoreAllMocks()
  skipSyncs()
  await rename(path.join(dataDir, 'database'), path.join(dataDir, 'elsewhere'))
  const existsSpy = vi.spyOn(fs, 'existsSync')
  await expect.poll(() => existsSpy.mock.results.some(({ value }) => value === false), { timeout: 20_000 }).toBe(true)
  await expect(database.execute('select 1', [])).rejects.toThrow()
  expect(await readdir(dataDir)).not.toContain('database')
  await rename(path.join(dataDir, 'elsewhere'), path.join(dataDir, 'database'))
  await expect.poll(() => onResume.mock.calls.length, { timeout: 60_000 }).toBe(1)
  expect(await database.db.$count(owner)).toBe(1)
  await database.close()
})
