import type { Creation } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'

/** What a viewer shows: an item of the explore gallery or of the effects, or a creation of the person's own. */
export type ViewerItem =
  | { readonly kind: 'explore' | 'effect'; readonly template: Template }
  | { readonly kind: 'media'; readonly creation: Creation }

/** The list a viewer walks through, as it was when it was opened. */
export interface ViewerOpening {
  readonly items: readonly ViewerItem[]
  readonly index: number
  /** The items behind the ones that are known; empty when there are no more. Errors are the caller's to show: it then gives null. */
  readonly loadMore?: (known: number) => Promise<readonly ViewerItem[] | null>
}

type Opener = (opening: ViewerOpening, path: string) => void

let opener: Opener | null = null

/** Hands a list to the place where the viewer stands, with the path of the item to begin with. */
export function callViewer(opening: ViewerOpening, path: string): void {
  opener?.(opening, path)
}

/** For the one place where the viewer stands; it is there from the first paint, so this file knows nothing that is large. */
export function answerViewer(next: Opener): () => void {
  opener = next
  return () => {
    if (opener === next) opener = null
  }
}
