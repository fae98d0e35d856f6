import { registerRoute } from 'workbox-routing'
import { openStore } from '#shared/browser/open-store.ts'
import { SHARE_PATH, SHARE_QUERY } from '#shared/domain/share-rules.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { SHARE_DATABASE } from '#shared/storage/keys.ts'
import { storeShare, readShare } from './share-form.ts'

/**
 * Stores a share from another app before any page opens, because this worker may be stopped and the network may be missing. Then opens the
 * fitting form with the share's id in its address. Rule: docs/create.md, "Shared into the app".
 */
export function receiveShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => {
      // An id per share: the same picture shared twice is added twice.
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
