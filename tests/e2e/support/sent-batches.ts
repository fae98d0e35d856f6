import type { TestServer } from '../../fixtures/start-test-server.ts'
import { expect } from '@playwright/test'
import { asc, eq } from 'drizzle-orm'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { batch, media } from '#server/database/schema.ts'

/** The server's accepted batches, in the order of arrival. */
export function sentBatches({ database }: Pick<TestServer, 'database'>) {
  return database.db.select().from(batch).orderBy(asc(batch.createdAtMs))
}

/** The uploaded pictures that the server has stored completely. */
export async function storedPictures({ database }: Pick<TestServer, 'database'>) {
  const uploads = await database.db.select().from(media).where(eq(media.kind, 'upload'))
  return uploads.filter(({ state }) => state === 'stored')
}

/** Expects exactly one stored picture, and no partial file on the disk. */
export async function expectStoredOnce(server: Pick<TestServer, 'database' | 'dataDir'>): Promise<void> {
  expect(await storedPictures(server)).toHaveLength(1)
  await expect.poll(() => readdir(path.join(server.dataDir, 'media', 'incoming'))).toEqual([])
}
