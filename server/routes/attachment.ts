const NOT_ASCII = /[^a-z0-9.-]+/gi

/**
 * The `Content-Disposition` of a download. Takes a name of letters, marks, digits, hyphens and one extension; the plain form is for
 * readers that know only ASCII.
 */
export function attachment(name: string): string {
  const plain = name.normalize('NFKD').replace(NOT_ASCII, '').replace(/^-+/, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
