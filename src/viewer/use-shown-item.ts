import { useEffect } from 'react'
import type { Text } from '#src/platform/i18n.ts'
import type { ViewerItem } from '#src/platform/viewer-item.ts'
import { viewerItemPath } from '#src/platform/viewer-item.ts'
import { creationName, itemDescription } from '#shared/domain/item-head.ts'
import { shownItem } from '#src/creations/shown-item.ts'
import { itemPrompt, itemTitle } from './item-texts.ts'
import { viewerMedia } from './viewer-media.ts'

/** Lets the document's head tell of the item as long as it is on the screen. */
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

/** Fetches ahead what the next step will need first: the still, and where videos may play the beginning of the video. */
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

/** A picture that is unpacked only when it is shown holds up the frame that shows it. */
async function decoded(url: string): Promise<void> {
  const image = Object.assign(new Image(), { src: url })
  await image.decode().catch(() => undefined)
}
