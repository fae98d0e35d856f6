import { useEffect, useState } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { findVideoAddress } from './deep-link.ts'
import { useText } from '#src/i18n/i18n.ts'
import { RedirectOnce } from '#src/routing/shown-location.tsx'
import { LoadingNote } from '#src/design/loading.tsx'

const FEED_SOURCE = 'pc_cfeed'

/** Redirects the address of a video to the address at which the viewer shows it. */
export function VideoDetailPage() {
  const text = useText()
  const [path] = useLocation()
  const id = path.slice(ROUTES.videoDetail.length - 1).replace(/\/+$/, '')
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => void findVideoAddress(id).then(setTarget), [id])
  return target === null ? <LoadingNote text={text('app.loading')} /> : <RedirectOnce to={`${target}?source=${FEED_SOURCE}`} />
}
