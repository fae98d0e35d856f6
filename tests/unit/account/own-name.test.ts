import { expect, test } from 'vitest'
import { COMPONENT_LOCALES } from '#shared/domain/component-locales.ts'
import { ownName } from '#src/account/settings/language-section.tsx'

test('each language has its own name, and no two are equal', () => {
  const names = COMPONENT_LOCALES.map(ownName)
  expect(new Set(names).size).toBe(COMPONENT_LOCALES.length)
  expect(names).toEqual(
    expect.arrayContaining(['العربية', 'Deutsch', 'فارسی', 'Հայերեն', 'Português (Brasil)', 'Тоҷикӣ', '简体中文', '繁體中文']),
  )
})

test('a name that the browser does not know is known all the same', () => {
  const englishNames = new Intl.DisplayNames(['en'], { type: 'language' })
  for (const locale of COMPONENT_LOCALES.filter((each) => each !== 'en')) expect(ownName(locale)).not.toBe(englishNames.of(locale))
})
