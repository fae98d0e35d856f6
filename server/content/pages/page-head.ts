/** What the head of one page says, in plain text. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** Its one address; null: search engines are asked to leave the page out. */
  readonly canonical: string | null
  readonly picture: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string }
  /** Of an article: when it was written. */
  readonly publishedAt?: number
}

/** What browsers fetch beside the page itself. */
export interface Preloads {
  readonly picture: Preload | undefined
  /** Files of the build, as paths. */
  readonly files: readonly string[]
}

/** A picture that browsers fetch beside the page itself, in the words of an `img`. */
export interface Preload {
  readonly src: string
  /** The widths it can be had in, and how wide it is drawn. */
  readonly sources?: { readonly srcset: string; readonly sizes: string }
  /** The pictures of a gallery's first tiles. */
  readonly tiles?: readonly { readonly src: string; readonly srcset: string; readonly width: number; readonly height: number }[]
}
