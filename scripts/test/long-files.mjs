const ENDING = '.long.test.ts'

/** What an ordinary run of Vitest leaves to the long one. */
export const leftToLongRun = process.env.LONG === '1' ? [] : [`tests/**/*${ENDING}`]

export function isLongFile(file) {
  return file.endsWith(ENDING)
}
