import path from 'node:path'
import { type Articles, openArticles } from './content/articles/open-articles.ts'
import { type Gallery, openGallery } from './gallery/open-gallery.ts'
import { TEMPLATES } from './gallery/seed-templates.ts'
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
}

export async function openContent({ clientDir, artDir, articlesDir, dataDir }: ContentFolders): Promise<Content> {
  const gallery = await openSeedGallery(artDir, dataDir)
  return { gallery, articles: await openArticles(articlesDir, gallery), files: await openBuild(clientDir, dataDir) }
}

/** The gallery with its videos in the data folder. */
export function openSeedGallery(artDir: string, dataDir: string): Promise<Gallery> {
  return openGallery({ seeds: TEMPLATES, artDir, videoDir: path.join(dataDir, 'seed-media') })
}

/** The build, with the files of older ones in the data folder. */
export function openBuild(clientDir: string, dataDir: string): Promise<StaticFiles> {
  return loadStaticFiles(clientDir, path.join(dataDir, 'assets'))
}
