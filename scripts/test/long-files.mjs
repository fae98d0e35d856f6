const ENDING = '.long.test.ts'

/** The tests that only the long run of Vitest includes. */
export const leftToLongRun = process.env.LONG === '1' ? [] : [`tests/**/*${ENDING}`]

export function isLongFile(file) {
  return file.endsWith(ENDING)
}
