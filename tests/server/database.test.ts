import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { diskSync } from '#server/database/durable-files.ts'
import { openEmbedded } from '#server/database/open-embedded.ts'
import { acquireLockFile } from '#server/database/lock-file.ts'
import { contactMessage, owner, task } from '#server/database/schema.ts'
import { makeDatabaseSeed } from '../../scripts/make-database-seed.mjs'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'
import { openTestDatabase } from '../fixtures/server/test-database.ts'

const COMMITS = 20
/** The rows of a finished video, in the columns of the first schema. */
const OLD_ROWS = `
  insert into owner (id, created_at_ms) values ('o', 0);
  insert into batch values ('b', 'o', 'CUSTOM', 'm', 'p', '{}', '6s', '720p', 1, 0.5, 0);
  insert into task (id, batch_id, owner_id, take, status, points, video_name, poster_name, created_at_ms)
    values ('t', 'b', 'o', 0, 'SUCCESS', 50, 'v.mp4', 'p.jpg', 0)`
let folder: string
let seed: string
beforeAll(async () => {
  seed = await makeDatabaseSeed()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-database-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the embedded database', () => {
  it('syncs every commit to the disk, retains its rows, and opens again', async () => {
    const dataDir = path.join(folder, 'durable')
    const firstDatabase = await openEmbedded(dataDir, MIGRATIONS, seed)
    const syncFileSpy = vi.spyOn(diskSync, 'file')
    for (let number = 0; number < COMMITS; number += 1) await firstDatabase.db.insert(owner).values({ id: String(number), createdAtMs: 0 })
    expect(syncFileSpy.mock.calls.length).toBeGreaterThanOrEqual(COMMITS)
    syncFileSpy.mockRestore()
    expect(await queryRows(firstDatabase.db, sql`show fsync`)).toEqual([{ fsync: 'on' }])
    await firstDatabase.close()
    const reopenedDatabase = await openEmbedded(dataDir, MIGRATIONS, seed)
    expect(await reopenedDatabase.db.$count(owner)).toBe(COMMITS)
    await reopenedDatabase.close()
    expect(existsSync(path.join(dataDir, 'database.lock'))).toBe(false)
  })

  it('continues after a text of several statements has failed inside its transaction', async () => {
    const database = await openTestDatabase()
    await expect(database.execute('begin; select 1 / 0; commit;', [])).rejects.toThrow('division by zero')
    expect((await database.execute('select 1 as one', [])).rows).toEqual([{ one: 1 }])
    await expect(database.execute('begin; select 1 / 0; commit;', [])).rejects.toThrow('division by zero')
    expect(await database.db.$count(owner)).toBe(0)
    await database.close()
  })
})

describe('an older database', () => {
  it('gets the newer tables and retains its rows', async () => {
    const olderMigrations = path.join(folder, 'older-migrations')
    await cp(MIGRATIONS, olderMigrations, { recursive: true })
    const journalPath = path.join(olderMigrations, 'meta', '_journal.json')
    const journal = JSON.parse(readFileSync(journalPath, 'utf8')) as { entries: unknown[] }
    await writeFile(journalPath, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
    const dataDir = path.join(folder, 'older')
    const firstDatabase = await openEmbedded(dataDir, olderMigrations, seed)
    await firstDatabase.execute(OLD_ROWS, [])
    await firstDatabase.close()
    const newerDatabase = await openEmbedded(dataDir, MIGRATIONS, seed)
    expect(await newerDatabase.db.select().from(task)).toMatchObject([{ id: 't', status: 'SUCCESS', deletedAtMs: null, isErased: false }])
    expect(await newerDatabase.db.$count(contactMessage)).toBe(0)
    await newerDatabase.close()
  })
})

describe('the first start', () => {
  it('starts again after an interruption half-way', async () => {
    const dataDir = path.join(folder, 'half')
    await mkdir(path.join(dataDir, 'database'), { recursive: true })
    await writeFile(path.join(dataDir, 'database', 'PG_VERSION'), 'half a cluster')
    await writeFile(path.join(dataDir, 'database.unfinished'), '')
    const syncFolderSpy = vi.spyOn(diskSync, 'directory')
    const database = await openEmbedded(dataDir, MIGRATIONS, seed)
    expect(syncFolderSpy).toHaveBeenCalled()
    syncFolderSpy.mockRestore()
    expect(await database.db.$count(owner)).toBe(0)
    await database.close()
    expect(existsSync(path.join(dataDir, 'database.unfinished'))).toBe(false)
  })
})

describe('the lock file', () => {
  const startLockHolder = async () => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../fixtures/server/lock-holder.mjs')])
    await once(child.stdout, 'data')
    return child
  }
  /** Returns the content of a lock file as the process `pid` would write it. */
  const describeProcess = (pid: number, changes = {}) => {
    const lockPath = path.join(folder, `describe-${pid}`)
    acquireLockFile(lockPath)
    const ownContent = JSON.parse(readFileSync(lockPath, 'utf8')) as Record<string, unknown>
    const startedAt = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    return JSON.stringify({ ...ownContent, pid, startedAt, ...changes })
  }

  it('is refused while its process lives, with its number', async () => {
    const child = await startLockHolder()
    const lockPath = path.join(folder, 'alive.lock')
    writeFileSync(lockPath, JSON.stringify({ pid: child.pid, startedAt: null, bootId: null }))
    expect(() => acquireLockFile(lockPath)).toThrow(`process ${child.pid}`)
    child.kill()
    await once(child, 'exit')
    const acquiredLock = acquireLockFile(lockPath)
    expect(JSON.parse(readFileSync(lockPath, 'utf8'))).toMatchObject({ pid: process.pid })
    acquiredLock.release()
    expect(existsSync(lockPath)).toBe(false)
  })

  it.runIf(existsSync('/proc/self/stat'))(
    'is stale when its number belongs to a later process or an earlier start of the machine',
    async () => {
      const child = await startLockHolder()
      const lockPath = path.join(folder, 'reused.lock')
      writeFileSync(lockPath, describeProcess(child.pid!))
      expect(() => acquireLockFile(lockPath)).toThrow('in use')
      for (const change of [{ startedAt: '1' }, { bootId: 'another' }]) {
        writeFileSync(lockPath, describeProcess(child.pid!, change))
        acquireLockFile(lockPath).release()
      }
      child.kill()
    },
  )

  it('is stale when it is unreadable or our own', () => {
    const lockPath = path.join(folder, 'broken.lock')
    writeFileSync(lockPath, '{"pid":')
    acquireLockFile(lockPath)
    expect(() => acquireLockFile(lockPath)).not.toThrow()
  })

  it('shows a message to the loser of a race for a stale lock', () => {
    const lockPath = path.join(folder, 'raced.lock')
    writeFileSync(lockPath, 'stale')
    const renameSpy = vi.spyOn(fs, 'renameSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('ENOENT: gone'), { code: 'ENOENT' })
    })
    expect(() => acquireLockFile(lockPath)).toThrow('another process has just locked')
    renameSpy.mockRestore()
  })

  it('is not released by a process that has lost it', () => {
    const lockPath = path.join(folder, 'lost.lock')
    const acquiredLock = acquireLockFile(lockPath)
    writeFileSync(lockPath, 'somebody else')
    acquiredLock.release()
    expect(existsSync(lockPath)).toBe(true)
  })
})
