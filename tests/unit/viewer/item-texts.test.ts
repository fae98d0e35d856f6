import { expect, test } from 'vitest'
import { formatVideoLength, text } from '#src/i18n/i18n.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { itemFacts } from '#src/viewer/item-texts.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { setTexts } from '../platform/set-texts.ts'

setTexts({ 'create.seconds_one': '{{count}} s', 'create.seconds_other': '{{count}} s' })

test('the viewer formats the length of a video like the form', () => {
  expect(formatVideoLength('6s')).toBe('6 s')
  const items: ViewerItem[] = [
    { kind: 'media', creation: { ...creation('a', 1), duration: '6s' } },
    { kind: 'effect', template: template('b', { videoLength: '6s' }) },
  ]
  for (const item of items) expect(itemFacts(item, text)).toContainEqual({ name: text('viewer.fact.duration'), value: '6 s' })
})
