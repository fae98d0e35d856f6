import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from './local-values.ts'

const KEYS = { orders: LOCAL_KEYS.ordersRoom, plan: LOCAL_KEYS.planRoom } as const

export type ReservedHeightName = keyof typeof KEYS

/** How high something that is known late last was, in px, so that nothing below it moves when it comes; 0 when nobody knows. */
export function reservedHeight(name: ReservedHeightName): number {
  const room = Number(readLocal(KEYS[name]))
  return Number.isFinite(room) && room > 0 ? room : 0
}

export function forgetReservedHeight(name: ReservedHeightName): void {
  removeLocal(KEYS[name])
}

/** Remembers the height of an element as long as it is shown; gives how to stop. */
export function keepReservedHeight(name: ReservedHeightName, element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  const sized = new ResizeObserver(() => writeLocal(KEYS[name], String(element.offsetHeight)))
  sized.observe(element)
  return () => sized.disconnect()
}
