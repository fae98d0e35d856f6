const DAY_SECONDS = 24 * 60 * 60

/** A file of texts is asked for again after this long, in seconds. Rule: docs/platform.md, "Languages". */
export const TEXTS_FRESH_SECONDS = DAY_SECONDS
/** Files of texts that are kept, those of older builds first to go. */
export const MAX_CACHED_TEXT_FILES = 60
/** Below it lie all files of texts. */
export const TEXTS_FOLDER = '/locales/'
/** Names the build in the address of a file of texts. */
export const TEXTS_BUILD = 'build'

/** Where a file of texts lies, for one build alone: `path` below the folder without its ending. */
export function textsAddress(path: string, builtAtMs: number): string {
  return `${TEXTS_FOLDER}${path}.json?${TEXTS_BUILD}=${builtAtMs}`
}
