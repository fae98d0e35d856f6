const DAY_SECONDS = 24 * 60 * 60

/** How long a text file is fresh, in seconds. Rule: docs/platform.md, "Languages". */
export const TEXTS_FRESH_SECONDS = DAY_SECONDS
/** The maximum number of cached text files; those of older builds are deleted first. */
export const MAX_CACHED_TEXT_FILES = 60
/** The folder of all text files. */
export const TEXTS_FOLDER = '/locales/'
/** The query parameter with the time of the build, which identifies the build. */
export const TEXTS_BUILD = 'build'

/** The address of a build's text file: `path` below the folder, without its extension. */
export function textsAddress(path: string, builtAtMs: number): string {
  return `${TEXTS_FOLDER}${path}.json?${TEXTS_BUILD}=${builtAtMs}`
}
