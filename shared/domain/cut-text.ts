/** The first `maxLength` code points of a text; the contracts count code points, too. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return Array.from(text.slice(0, 2 * maxLength))
    .slice(0, maxLength)
    .join('')
}
