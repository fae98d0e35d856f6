import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const DIALOG_TITLE = /<(?:Choice)?Dialog\b[^>]*?title=\{text\(['`]([^'`$]+)(\$\{)?/g
/** Keys of dialog titles in the texts of the components, which the texts of the page do not have. */
const COMPONENT_TITLES = new Set(['crop.title'])

const readFiles = (folder: string, name: RegExp) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(path.basename(file)))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'))

test('each dialog with a title is opened by a test that reads it in each window', () => {
  const texts = Object.assign({}, ...readFiles('public/locales/en', /\.json$/).map((file) => JSON.parse(file) as object)) as Record<
    string,
    string
  >
  const walkSources = readFiles('tests/e2e', /^reflow.*\.spec\.ts$/).join('\n')
  const dialogs = [
    ...readFiles('src', /\.tsx$/)
      .join('\n')
      .matchAll(DIALOG_TITLE),
  ]
  expect(dialogs.length).toBeGreaterThan(10)
  const unreadDialogs = dialogs
    .map(([, key = '', isPrefix]) => ({
      key,
      keys: Object.keys(texts).filter((textKey) => (isPrefix ? textKey.startsWith(key) : textKey === key)),
    }))
    .filter(
      ({ key, keys }) => !COMPONENT_TITLES.has(key) && !keys.some((textKey) => walkSources.includes(titleBeginning(texts[textKey] ?? ''))),
    )
  expect(unreadDialogs.map(({ key }) => key)).toEqual([])
})

/** The title up to its first placeholder. */
function titleBeginning(title: string): string {
  return title.split('{{')[0]?.trim() ?? ''
}
