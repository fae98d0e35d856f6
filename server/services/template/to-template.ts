import type { Gallery, GalleryItem } from '#server/providers/gallery/open-gallery.ts'
import type { Template } from '#shared/api/templates.ts'
import { downloadUrl, mediaUrl } from '#server/services/context/media-name.ts'
import { DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import { templateSlug } from '#shared/domain/template-slug.ts'

/** An item as the page sees it: with its video as soon as there is one. */
export async function toTemplate(gallery: Gallery, item: GalleryItem): Promise<Template> {
  const { id, bizType, type, icon, name, seoPath, prompt, tags, videoLength, videoResolution, pictures, videoName } = item
  const named = { templateName: name, templateEnName: name, templateSeoPath: seoPath }
  const hasVideo = await gallery.hasVideo(item)
  const [{ width, height, name: firstName }] = pictures
  return {
    id,
    bizType,
    type,
    icon,
    ...named,
    firstImageUrl: mediaUrl(firstName),
    movieUrl: hasVideo ? mediaUrl(videoName) : null,
    videoDownloadUrl: hasVideo ? downloadUrl(videoName, `${templateSlug(named)}.mp4`) : null,
    srcImage: pictures.map((picture) => mediaUrl(picture.name)),
    prompt,
    tags: [...tags],
    videoModel: DEFAULT_MODEL,
    videoLength,
    videoResolution,
    width,
    height,
  }
}
