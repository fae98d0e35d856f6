import path from 'node:path'
import { type Articles, openArticles } from './content/articles/open-articles.ts'
import { type Gallery, openGallery } from './gallery/open-gallery.ts'
import { TEMPLATES } from './gallery/seed-templates.ts'
import type { FileStore } from './platform/media/file-store.ts'
import type { Stores } from './platform/media/open-stores.ts'
import { type StaticFiles, loadStaticFiles } from './platform/static/static-files.ts'

/** Public content, read once at the start. */
export interface Content {
  readonly gallery: Gallery
  readonly articles: Articles
  readonly files: StaticFiles
}

interface ContentFolders {
  readonly clientDir: string
  /** The gallery's pictures. */
  readonly artDir: string
  /** The articles' Markdown files. */
  readonly articlesDir: string
  readonly dataDir: string
  readonly stores: Stores
}

export async function openContent({ clientDir, artDir, articlesDir, dataDir, stores }: ContentFolders): Promise<Content> {
  const gallery = await openSeedGallery(artDir, dataDir, stores.gallery)
  return { gallery, articles: await openArticles(articlesDir, gallery), files: await loadStaticFiles(clientDir, stores.builds) }
}

/** The gallery of the product's items. */
export function openSeedGallery(artDir: string, dataDir: string, store: FileStore): Promise<Gallery> {
  return openGallery({ seeds: TEMPLATES, artDir, store, cacheDir: path.join(dataDir, 'seed-media') })
}
