import type { RouteName } from '#shared/domain/route-patterns.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'

type Detail = 'exploreDetail' | 'resourceDetail' | 'effectDetail' | 'startEndDetail' | 'templateDetail' | 'imageToVideoDetail'

/** The address of a screen without parameters. */
export function linkTo(name: Exclude<RouteName, Detail | 'videoDetail'>): string {
  return ROUTES[name]
}

/** The address of a detail screen, each part escaped. */
export function linkToDetail(name: Detail, ...ids: readonly [string, ...string[]]): string {
  return ROUTES[name].slice(0, -1) + ids.map(encodeURIComponent).join('/')
}

const FEED_SOURCE = 'pc_cfeed'

/** Where a video's own address leads when it is opened directly. */
export function videoDetailTarget(id: string): string {
  return `${linkToDetail('exploreDetail', id)}?source=${FEED_SOURCE}`
}
