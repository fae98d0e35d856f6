/** The words of a list with commas, such as `one, two`. */
export function wordList(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
