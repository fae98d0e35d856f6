import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from '../store/local-values.ts'

const KEYS = { orders: LOCAL_KEYS.ordersRoom, plan: LOCAL_KEYS.planRoom } as const

export type ReservedHeightName = keyof typeof KEYS

/** The last height of an element that loads late, in px; 0 if unknown. It is reserved, so that nothing below the element moves. */
export function reservedHeight(name: ReservedHeightName): number {
  const heightPx = Number(readLocal(KEYS[name]))
  return Number.isFinite(heightPx) && heightPx > 0 ? heightPx : 0
}

export function forgetReservedHeight(name: ReservedHeightName): void {
  removeLocal(KEYS[name])
}

/** Stores the height of an element while it is shown. The returned function stops the measuring. */
export function storeReservedHeight(name: ReservedHeightName, element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  const resizeObserver = new ResizeObserver(() => writeLocal(KEYS[name], String(element.offsetHeight)))
  resizeObserver.observe(element)
  return () => resizeObserver.disconnect()
}
