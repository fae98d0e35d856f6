/** The head of a page, in plain text. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** The canonical address; null: noindex. */
  readonly canonical: string | null
  readonly picture: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string }
  /** The publication time of an article. */
  readonly publishedAt?: number
}

/** Preloads of a page. */
export interface Preloads {
  readonly picture: Preload | undefined
  /** Paths of build files. */
  readonly files: readonly string[]
}

/** A preloaded picture, with the attributes of its `img`. */
export interface Preload {
  readonly src: string
  /** Available widths, and the drawn width. */
  readonly sources?: { readonly srcset: string; readonly sizes: string }
  /** The pictures of a gallery's first tiles. */
  readonly tiles?: readonly { readonly src: string; readonly srcset: string; readonly width: number; readonly height: number }[]
}
