/** An address as a browser parses it; undefined if it is invalid. `URL.canParse` needs Safari 17. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
