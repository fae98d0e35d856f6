import type { StaticFile } from './static-files.ts'
import { textFile } from './text-file.ts'

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /\s*<meta\s+name="description"[^>]*>/

/** The shell with a head in the place of its own. There are as many heads as screens and items of the galleries, and each is kept. */
export function createShellPages(shell: StaticFile): (head: string) => StaticFile {
  const html = new TextDecoder().decode(shell.bytes).replace(DESCRIPTION, '')
  const pages = new Map<string, StaticFile>()
  return (head) => {
    const page =
      pages.get(head) ??
      textFile(
        'index.html',
        html.replace(TITLE, () => head),
      )
    pages.set(head, page)
    return page
  }
}
