/** An address as a browser reads it; undefined where it reads none. `URL.canParse` came with Safari 17. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
