/** A video of the ZIP file: its file name, and its addresses in the order in which they are tried. */
export interface ZipEntry {
  readonly name: string
  readonly urls: readonly string[]
}

/** The request to the zip worker. The names of the entries are unique and used unchanged. */
export interface ZipOrder {
  readonly entries: readonly ZipEntry[]
  /** The file's name in the folder of ZIP files, if the browser supports such a folder. */
  readonly draftName: string
  /** A text file that lists the missing videos; written only if some are missing. */
  readonly note: { readonly name: string; readonly heading: string }
}

export interface ZipProgress {
  /** The number of videos that are already packed or skipped. */
  readonly done: number
  readonly total: number
  readonly bytes: number
}

/** packed: `missing` lists videos that could not be fetched; empty: none could be fetched; full: too little space on this device. */
export type ZipAnswer =
  | { readonly status: 'packed'; readonly file: Blob; readonly missing: readonly string[] }
  | { readonly status: 'empty' | 'full' | 'failed' | 'cancelled' }

/** The zip worker's call. The page ends the worker after the answer. */
export interface ZipApi {
  pack(order: ZipOrder): Promise<ZipAnswer>
}

/** The folder of ZIP files in the origin private file system. */
export const ZIP_FOLDER = 'parcels'
