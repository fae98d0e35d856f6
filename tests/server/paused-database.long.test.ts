import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, it, vi } from 'vitest'
import { makeDatabaseSeed } from '../../scripts/make-database-seed.mjs'
import { type Fault, FAULTS, expectRecovery } from '../fixtures/server/database-faults.ts'

let folder: string
let seed: string
beforeAll(async () => {
  seed = await makeDatabaseSeed()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-faults-'))
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each(Object.keys(FAULTS) as Fault[])(
  'a database whose disk %s is paused, and opened again with all commits when it can be written',
  (fault) => expectRecovery(path.join(folder, crypto.randomUUID()), seed, fault),
)
