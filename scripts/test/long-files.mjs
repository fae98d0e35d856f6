const LONG_FILES = 'tests/**/*.long.test.ts'

/** What an ordinary run of Vitest leaves to the long one. */
export const leftToLongRun = process.env.LONG === '1' ? [] : [LONG_FILES]

export function isLongFile(file) {
  return file.endsWith('.long.test.ts')
}
