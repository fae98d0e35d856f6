import { expect, it } from 'vitest'
import { iconNameSchema } from '#shared/api/icon-name.ts'
import * as rules from '#shared/domain/icon-rules.ts'
import { iconProvider } from '#src/design/icon-provider.ts'
import { mergeIcons } from '#workers/sw/merge-icons.ts'

it('the icon component has the figures of the specification', () => {
  expect(rules).toMatchObject({ ICON_TIMEOUT_MS: 5000, ICON_ROTATE_MS: 750, ICON_URL_MAX_LENGTH: 500 })
})

it('it asks the own server alone', () => {
  expect(iconProvider('https://kinora.test')).toEqual({
    resources: ['https://kinora.test'],
    path: '/api/icons/',
    timeout: 5000,
    rotate: 750,
    maxURL: 500,
  })
})

it('an icon’s name has a set and an icon, and no service of its own', () => {
  const validNames = ['lucide:sun', 'lucide:flip-horizontal-2', 'a1:b2']
  expect(validNames.filter((name) => !iconNameSchema.safeParse(name).success)).toEqual([])
  const invalidNames = ['sun', '@evil:lucide:sun', 'lucide:', ':sun', 'lucide:Sun', 'lucide:../sun', 'lucide:sun?x', 'lucide:sun\n', '']
  expect(invalidNames.filter((name) => iconNameSchema.safeParse(name).success)).toEqual([])
})

it('cached answers replace a missing one', () => {
  const commonFields = { prefix: 'lucide', width: 24, height: 24 }
  const sun = { ...commonFields, icons: { sun: { body: '<g/>' } }, aliases: {}, not_found: ['moon'] }
  const moon = { ...commonFields, icons: { moon: { body: '<path/>' } }, aliases: { crescent: { parent: 'moon' } }, not_found: [] }
  expect(mergeIcons([sun, undefined, 'no answer', moon])).toEqual({
    ...commonFields,
    icons: { sun: { body: '<g/>' }, moon: { body: '<path/>' } },
    aliases: { crescent: { parent: 'moon' } },
    not_found: [],
  })
  expect(mergeIcons([null, {}])).toBeUndefined()
})
