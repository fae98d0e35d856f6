import type { Creation } from '#shared/api/generation.ts'
import { downloadName } from '#shared/domain/download-name.ts'
import { templateSlug } from '#shared/domain/template-slug.ts'
import { videoExtension } from '#shared/domain/video-extensions.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'

/** Where a video can be had, the address made for downloads first; empty when there is none yet. */
export function videoUrls(item: ViewerItem): readonly string[] {
  const { videoDownloadUrl, plainUrl } =
    item.kind === 'media'
      ? { videoDownloadUrl: item.creation.videoDownloadUrl, plainUrl: item.creation.videoUrl }
      : { videoDownloadUrl: item.template.videoDownloadUrl, plainUrl: item.template.movieUrl }
  return [...new Set([videoDownloadUrl, plainUrl])].filter((url) => url !== null).filter((url) => url !== '')
}

/** A file name that tells what is in it. */
export function videoName(item: ViewerItem, url: string): string {
  const named = item.kind === 'media' ? downloadName(item.creation) : `${templateSlug(item.template) || item.template.id}.mp4`
  return named.replace(/mp4$/, videoExtension(url) ?? 'mp4')
}

/** What it is called where a title is needed; '' where nobody gave it one. */
export function titleOf(item: ViewerItem): string {
  return item.kind === 'media' ? wordsOf(item.creation) : item.template.templateName
}

function wordsOf({ prompt, templateName }: Creation): string {
  return prompt || (templateName ?? '')
}
