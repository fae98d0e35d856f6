import { expect, it } from 'vitest'
import { MAX_SHELL_PAGES, createShellPages } from '#server/static/first-views.ts'
import { textFile } from '#server/static/static-files.ts'

it('pages are cached, up to a limit', () => {
  const pageOf = createShellPages(textFile('index.html', '<head><title>Kinora</title></head><div id="root"></div>'))
  const pageTitled = (number: number) => pageOf(`<title>${number}</title>`)
  const firstPage = pageTitled(0)
  expect(pageTitled(0)).toBe(firstPage)
  for (let number = 1; number < MAX_SHELL_PAGES; number += 1) pageTitled(number)
  expect(pageTitled(0)).toBe(firstPage)
  pageTitled(MAX_SHELL_PAGES)
  expect(pageTitled(0)).not.toBe(firstPage)
})
