import { expect, it } from 'vitest'
import { MAX_SHELL_PAGES, createShellPages } from '#server/static/first-views.ts'
import { textFile } from '#server/static/static-files.ts'

it('pages are cached, up to a limit', () => {
  const pageOf = createShellPages(textFile('index.html', '<head><title>Kinora</title></head><div id="root"></div>'))
  const titled = (at: number) => pageOf(`<title>${at}</title>`)
  const first = titled(0)
  expect(titled(0)).toBe(first)
  for (let at = 1; at < MAX_SHELL_PAGES; at += 1) titled(at)
  expect(titled(0)).toBe(first)
  titled(MAX_SHELL_PAGES)
  expect(titled(0)).not.toBe(first)
})
