import { proxy } from '#src/store/state.ts'

/** The values that an item of the viewer, or an article, sets in the document's head. */
export interface ItemHead {
  readonly name: string
  readonly description: string
  /** The canonical address; null for a private item. */
  readonly canonical: string | null
}

export const shownItem = proxy<{ head: ItemHead | null }>({ head: null })
