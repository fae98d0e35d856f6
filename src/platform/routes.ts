import { type RouteName, ROUTES } from '#shared/domain/screens.ts'

type Detail = 'exploreDetail' | 'resourceDetail' | 'effectDetail' | 'startEndDetail' | 'templateDetail' | 'imageToVideoDetail'

/** The address of a screen without parameters. */
export function linkTo(name: Exclude<RouteName, Detail | 'receipt' | 'operatorPart' | 'videoDetail'>): string {
  return ROUTES[name]
}

/** The address of a detail screen, each part escaped. */
export function linkToDetail(name: Detail, ...ids: readonly [string, ...string[]]): string {
  return ROUTES[name].slice(0, -1) + ids.map(encodeURIComponent).join('/')
}

export function linkToReceipt(paymentId: string): string {
  return ROUTES.receipt.slice(0, -1) + encodeURIComponent(paymentId)
}

/** The id in a receipt's address; '' if it has none. */
export function receiptIdOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(ROUTES.receipt.length - 1))
  } catch {
    return ''
  }
}

/** A creation's address in its list, which scrolls to it. */
export function linkToCreation(taskId: string): string {
  return `${ROUTES.creations}#creation-${encodeURIComponent(taskId)}`
}

/** A ledger line's address, which scrolls to it. */
export function linkToLedgerLine(id: string): string {
  return `${ROUTES.ledger}#line-${encodeURIComponent(id)}`
}

const FEED_SOURCE = 'pc_cfeed'

/** A detail address for the redirect from a video's own address; the query marks where the person came from. */
export function fromFeed(path: string): string {
  return `${path}?source=${FEED_SOURCE}`
}
