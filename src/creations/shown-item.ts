import { proxy } from '#src/store/state.ts'

/** What an item or creation sets in the document's head. */
export interface ItemHead {
  readonly name: string
  readonly description: string
  /** The canonical address; null for private items. */
  readonly canonical: string | null
}

export const shownItem = proxy<{ head: ItemHead | null }>({ head: null })
