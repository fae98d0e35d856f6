import type { StaticFile } from './static-files.ts'
import type { FirstView } from './first-views.ts'
import { textFile } from './text-file.ts'

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /\s*<meta\s+name="description"[^>]*>/
const HEAD_END = '</head>'
const WITHOUT_SCRIPT = '<noscript>'
const PLAIN_STYLE = '<link rel="stylesheet" href="/plain.css">'
const ROOT = '<div id="root"></div>'
/** Not needed by a prerendered screen: the page requests it after painting. */
const LATER = /<link rel="(?:modulepreload|preload" as="fetch)"/g

/** The shell with its head replaced, with the prerendered screen and the no-script text. Cached per head: screens and gallery items. */
export function createShellPages(shell: StaticFile): (head: string, view?: FirstView, plain?: string) => StaticFile {
  const html = new TextDecoder().decode(shell.bytes).replace(DESCRIPTION, '')
  const pages = new Map<string, StaticFile>()
  return (head, view, plain = '') => {
    const key = `${head}\0${view?.html ?? ''}\0${plain}`
    const page =
      pages.get(key) ??
      textFile(
        'index.html',
        withView(
          html.replace(TITLE, () => head).replace(WITHOUT_SCRIPT, (tag) => (plain === '' ? tag : tag + PLAIN_STYLE + plain)),
          view,
        ),
      )
    pages.set(key, page)
    return page
  }
}

function withView(html: string, view: FirstView | undefined): string {
  if (view === undefined) return html
  const styles = view.styles.filter((href) => !html.includes(`rel="stylesheet" crossorigin href="${href}"`))
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`).join('')
  return html
    .replace(LATER, (tag) => tag.replace('rel="', 'rel="later" data-rel="'))
    .replace(HEAD_END, () => links + HEAD_END)
    .replace(ROOT, () => `<div id="root">${view.html}</div>`)
}
