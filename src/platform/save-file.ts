/** Lays a file into the person's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser begins to read it after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
