import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const TITLE = /<(?:Choice)?Dialog\b[^>]*?title=\{text\(['`]([^'`$]+)(\$\{)?/g
/** Dialogs whose title is in the texts of the components, not in those of the page. */
const OWN_TEXTS = new Set(['crop.title'])

const read = (folder: string, name: RegExp) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(path.basename(file)))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'))

test('each dialog with a title is opened by a test that reads it in each window', () => {
  const texts = Object.assign({}, ...read('public/locales/en', /\.json$/).map((file) => JSON.parse(file) as object)) as Record<
    string,
    string
  >
  const walks = read('tests/e2e', /^reflow.*\.spec\.ts$/).join('\n')
  const dialogs = [
    ...read('src', /\.tsx$/)
      .join('\n')
      .matchAll(TITLE),
  ]
  expect(dialogs.length).toBeGreaterThan(10)
  const unread = dialogs
    .map(([, key = '', isPrefix]) => ({ key, keys: Object.keys(texts).filter((one) => (isPrefix ? one.startsWith(key) : one === key)) }))
    .filter(({ key, keys }) => !OWN_TEXTS.has(key) && !keys.some((one) => walks.includes(titleBegins(texts[one] ?? ''))))
  expect(unread.map(({ key }) => key)).toEqual([])
})

/** The title up to its first placeholder. */
function titleBegins(title: string): string {
  return title.split('{{')[0]?.trim() ?? ''
}
