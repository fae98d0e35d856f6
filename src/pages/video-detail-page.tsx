import type { ReactElement } from 'react'
import { Redirect, useLocation } from 'wouter'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { videoDetailTarget } from '#src/lib/routes.ts'

/** A video's own address, opened directly, leads to its place in the gallery. */
export function VideoDetailPage(): ReactElement {
  const [path] = useLocation()
  return <Redirect to={videoDetailTarget(path.slice(ROUTES.videoDetail.length - 1))} replace />
}
