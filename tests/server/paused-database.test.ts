import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, it, vi } from 'vitest'
import { makeDatabaseSeed } from '../../scripts/make-database-seed.mjs'
import { expectRecovery } from '../fixtures/server/database-faults.ts'

let folder: string
let seed: string
beforeAll(async () => {
  seed = await makeDatabaseSeed()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-paused-'))
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a database on a disk that becomes read-only is paused, and opened again with all commits when it is writable', () =>
  expectRecovery(path.join(folder, 'read-only'), seed, 'refuses its writes with EROFS'))
