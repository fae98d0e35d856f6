import { registerRoute } from 'workbox-routing'
import { openStore } from '#shared/browser/open-store.ts'
import { SHARE_PATH, SHARE_QUERY } from '#shared/domain/share-rules.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { SHARE_DATABASE } from '#shared/storage/keys.ts'
import { storeShare, readShare } from './share-form.ts'

/**
 * What another app shares is on the device before any page opens: this worker may be ended in between, and the network may be away. The
 * form that fits is opened with the share's name in its address. Rule: docs/create.md, "Shared into the app".
 */
export function receiveShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => {
      // A name for each share: the same picture shared twice comes into the form twice.
      const id = crypto.randomUUID()
      const images = await store(request, id).catch(() => 0)
      return Response.redirect(`${images > 1 ? ROUTES.startEnd : ROUTES.imageToVideo}?${SHARE_QUERY}=${id}`, 303)
    },
    'POST',
  )
}

async function store(request: Request, id: string): Promise<number> {
  const share = readShare(await request.formData(), Date.now())
  await storeShare(openStore(SHARE_DATABASE), id, share)
  return share.images.length
}
