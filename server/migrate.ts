import type { OpenedDatabase } from './platform/database/database.ts'
import { openBoss } from './platform/queue/open-boss.ts'
import type { KeptBuilds } from './platform/static/kept-builds.ts'
import { loadStaticFiles } from './platform/static/static-files.ts'
import { createQueues } from './start-work.ts'

interface MigrateDeps {
  /** With its tables, which opening it brings up to date. */
  readonly database: OpenedDatabase
  readonly builds: KeptBuilds
  readonly clientDir: string
}

/** What the first process of a build does before it answers, ahead of it and beside those of the build before. */
export async function migrate({ database, builds, clientDir }: MigrateDeps): Promise<void> {
  const errors: Error[] = []
  const boss = await openBoss({ database, createQueues, onError: (error) => errors.push(error) })
  await boss.stop()
  const [first] = errors
  if (first !== undefined) throw first
  await loadStaticFiles(clientDir, builds)
}
