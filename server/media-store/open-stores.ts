import path from 'node:path'
import { type BuildStore, createDiskBuilds, createStoredBuilds } from './build-store.ts'
import { createDiskMedia, createDiskStore, createScratch } from './disk-store.ts'
import type { FileStore, MediaStore } from './file-store.ts'
import { type S3Config, createS3Store } from './s3-store.ts'

export interface StorageConfig {
  /** The bucket; undefined: files are in the data folder. */
  readonly s3: S3Config | undefined
  readonly dataDir: string
}

/** All file stores that outlive a process. */
export interface Stores {
  readonly media: MediaStore
  /** Generated files of the gallery. */
  readonly gallery: FileStore
  readonly builds: BuildStore
}

/** Opens the stores in the data folder, or in a bucket. Rejects if the bucket is not reachable. */
export async function openStores({ s3, dataDir }: StorageConfig): Promise<Stores> {
  if (s3 === undefined) {
    return {
      media: await createDiskMedia(dataDir),
      gallery: createDiskStore(path.join(dataDir, 'seed-media')),
      builds: createDiskBuilds(path.join(dataDir, 'assets')),
    }
  }
  const scratch = await createScratch(dataDir)
  const openStore = (prefix: string) => createS3Store({ config: s3, prefix, temporaryPath: scratch.temporaryPath })
  const gallery = openStore('gallery/')
  await gallery.list().catch((error: unknown) => {
    throw new Error(`The bucket ${s3.bucket} can't be used: ${(error as Error).message}.`, { cause: error })
  })
  return { media: { ...openStore('media/'), ...scratch }, gallery, builds: createStoredBuilds(openStore('builds/')) }
}
