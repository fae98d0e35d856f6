import { afterEach, expect, test, vi } from 'vitest'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { restoreFocus } from '#src/viewer/restore-focus.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const shown: ViewerItem = { kind: 'effect', template: template('shown') }
const other: ViewerItem = { kind: 'effect', template: template('other') }
const body = { name: 'body' }
const opener = { name: 'opener' }

/** A screen with a card of the shown item at `cardTop`, and a wall of tiles whose current tile is inside the window. */
function screen({ active, cardTop }: { readonly active: object; readonly cardTop: number | null }) {
  const focused: string[] = []
  const element = (name: string, top: number) => ({
    contains: () => false,
    matches: () => true,
    focus: () => focused.push(name),
    getBoundingClientRect: () => ({ top, bottom: top + 100, height: 100 }),
  })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('document', {
    body,
    activeElement: active,
    querySelector: (selector: string) => {
      if (selector.includes('tabindex')) return element('current tile', 0)
      return cardTop === null || !selector.includes('template:shown') ? null : element('card', cardTop)
    },
  })
  return focused
}

afterEach(() => vi.unstubAllGlobals())

test('the card of the last shown item gets the focus, unless no step was made from the opener', () => {
  const stepped = screen({ active: opener, cardTop: 100 })
  restoreFocus(shown, other)
  const still = screen({ active: opener, cardTop: 100 })
  restoreFocus(shown, shown)
  expect([stepped, still]).toEqual([['card'], []])
})

test('without that card it stays on the opener, and is never lost without one', () => {
  const results = [opener, body].flatMap((active) =>
    [null, 900].map((cardTop) => {
      const focused = screen({ active, cardTop })
      restoreFocus(shown, other)
      return focused
    }),
  )
  const nothing = screen({ active: body, cardTop: null })
  restoreFocus(undefined, undefined)
  expect([...results, nothing]).toEqual([[], [], ['current tile'], ['current tile'], ['current tile']])
})
