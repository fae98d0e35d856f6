/** A video of the pack: its file name there, and where it can be had, tried in this order. */
export interface ZipEntry {
  readonly name: string
  readonly urls: readonly string[]
}

/** What the page sends to the zip worker, once. Names are unique and stand in the pack as they are. */
export interface ZipOrder {
  readonly entries: readonly ZipEntry[]
  /** The name of a file below the folder of packs, where the browser keeps one for us. */
  readonly draftName: string
  /** A text file that names what is missing; only where something is. */
  readonly note: { readonly name: string; readonly heading: string }
}

export interface ZipProgress {
  /** Videos that are packed or given up. */
  readonly done: number
  readonly total: number
  readonly bytes: number
}

/** packed: `missing` are the names of those that could not be had; empty: none could be had; full: this device has no room for it. */
export type ZipAnswer =
  | { readonly status: 'packed'; readonly file: Blob; readonly missing: readonly string[] }
  | { readonly status: 'empty' | 'full' | 'failed' | 'cancelled' }

/** What the worker says: progress, and one answer at the end. */
export type ZipMessage = { readonly progress: ZipProgress } | { readonly answer: ZipAnswer }

/** The folder of packs in the browser's private files of this site. */
export const ZIP_FOLDER = 'parcels'
