import { proxy } from '#src/platform/state.ts'

/** What the document's head tells of an item or a creation. */
export interface ItemHead {
  readonly name: string
  readonly description: string
  /** Its one address; null for what belongs to a person. */
  readonly canonical: string | null
}

/** The item that an open viewer shows; null where none does. */
export const shownItem = proxy<{ head: ItemHead | null }>({ head: null })
