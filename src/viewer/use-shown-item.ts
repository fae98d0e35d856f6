import { useEffect } from 'react'
import type { Text } from '#src/platform/i18n.ts'
import type { ViewerItem } from '#src/platform/viewer-adapter.ts'
import { viewerItemPath } from '#src/platform/open-viewer.ts'
import { creationName, itemDescription } from '#shared/domain/item-head.ts'
import { shownItem } from '#src/creations/shown-item.ts'
import { itemPrompt, itemTitle } from './item-texts.ts'
import { viewerMedia } from './viewer-media.ts'

/** Sets the document head to the item while it is shown. */
export function useShownItem(item: ViewerItem, text: Text): void {
  const prompt = itemPrompt(item)
  const isOwn = item.kind === 'media'
  const name = (isOwn ? creationName(prompt) : '') || itemTitle(item, text)
  const canonical = isOwn ? null : viewerItemPath(item)
  useEffect(() => {
    shownItem.head = { name, description: itemDescription(prompt), canonical }
    return () => {
      shownItem.head = null
    }
  }, [name, prompt, canonical])
}

/** Prefetches the next step: the still, and the beginning of the video where videos may play. */
export function useNeighbour(item: ViewerItem | undefined, withVideo: boolean): void {
  const { stillUrl, videoUrl } = item === undefined ? { stillUrl: null, videoUrl: null } : viewerMedia(item)
  useEffect(() => {
    if (stillUrl !== null) void decoded(stillUrl)
    if (videoUrl === null || !withVideo) return undefined
    const video = Object.assign(document.createElement('video'), { preload: 'metadata', muted: true, src: videoUrl })
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }, [stillUrl, videoUrl, withVideo])
}

/** Decodes ahead, because decoding at display time delays a frame. */
async function decoded(url: string): Promise<void> {
  const image = Object.assign(new Image(), { src: url })
  await image.decode().catch(() => undefined)
}
