import type { Creation } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'

/** An item in a viewer: a gallery item (`explore` or `effect`), or one of the user's creations (`media`). */
export type ViewerItem =
  | { readonly kind: 'explore' | 'effect'; readonly template: Template }
  | { readonly kind: 'media'; readonly creation: Creation }

/** The list of items with which a viewer opens. */
export interface ViewerOpening {
  readonly items: readonly ViewerItem[]
  readonly index: number
  /**
   * Loads the items after the first `knownCount` items; empty at the end of the list. On failure it shows the error itself and returns
   * null.
   */
  readonly loadMore?: (knownCount: number) => Promise<readonly ViewerItem[] | null>
}

type Opener = (opening: ViewerOpening, path: string) => void

let opener: Opener | null = null

/** Opens the viewer for a list, at the path of its first shown item. */
export function callViewerOpener(opening: ViewerOpening, path: string): void {
  opener?.(opening, path)
}

/** Sets the function that opens the viewer. This file is part of the first load, so it imports nothing large. */
export function setViewerOpener(newOpener: Opener): () => void {
  opener = newOpener
  return () => {
    if (opener === newOpener) opener = null
  }
}
