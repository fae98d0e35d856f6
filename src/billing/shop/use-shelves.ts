import type { Shelves } from '../shelves.ts'
import { useCatalogue } from '../catalogue.ts'
import { EMPTY_SHELVES, shelvesOf } from '../shelves.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useSnapshot } from '#src/platform/state.ts'

interface ShelvesNow {
  readonly shelves: Shelves
  /** The server has said so, and can be reached: what is shown is what is charged. */
  readonly canBuy: boolean
  /** Neither the server nor this device knows, yet or at all. */
  readonly isEmpty: boolean
  readonly hasFailed: boolean
}

/** What there is to buy, for the eyes and for the buttons. */
export function useShelves(): ShelvesNow {
  const { pages, status } = useCatalogue()
  const { isOnline } = useSnapshot(hubState).connection
  return {
    shelves: pages === null ? EMPTY_SHELVES : shelvesOf(pages),
    canBuy: status === 'there' && isOnline,
    isEmpty: pages === null,
    hasFailed: status === 'failed',
  }
}
