import { updatedPathOf } from '#shared/contract/service-worker-messages.ts'

/** Tells the path of each call whose kept answer the service worker has replaced by a newer one; gives the end of listening. */
export function onGalleryUpdate(take: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent<unknown>) => {
    const path = updatedPathOf(data)
    if (path !== undefined) take(path)
  }
  navigator.serviceWorker?.addEventListener('message', listen)
  return () => navigator.serviceWorker?.removeEventListener('message', listen)
}
