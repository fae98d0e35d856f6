import { afterEach, expect, test, vi } from 'vitest'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { restoreFocus } from '#src/viewer/restore-focus.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const shownItem: ViewerItem = { kind: 'effect', template: template('shown') }
const otherItem: ViewerItem = { kind: 'effect', template: template('other') }
const body = { name: 'body' }
const opener = { name: 'opener' }

/** A screen with a card of the shown item at `cardTop`, and a wall of tiles whose current tile is inside the window. */
function openScreen({ focusedElement, cardTop }: { readonly focusedElement: object; readonly cardTop: number | null }) {
  const focusedNames: string[] = []
  const element = (name: string, top: number) => ({
    contains: () => false,
    matches: () => true,
    focus: () => focusedNames.push(name),
    getBoundingClientRect: () => ({ top, bottom: top + 100, height: 100 }),
  })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('document', {
    body,
    activeElement: focusedElement,
    querySelector: (selector: string) => {
      if (selector.includes('tabindex')) return element('current tile', 0)
      return cardTop === null || !selector.includes('template:shown') ? null : element('card', cardTop)
    },
  })
  return focusedNames
}

afterEach(() => vi.unstubAllGlobals())

test('the card of the last shown item gets the focus, unless no step was made from the opener', () => {
  const focusAfterStep = openScreen({ focusedElement: opener, cardTop: 100 })
  restoreFocus(shownItem, otherItem)
  const focusWithoutStep = openScreen({ focusedElement: opener, cardTop: 100 })
  restoreFocus(shownItem, shownItem)
  expect([focusAfterStep, focusWithoutStep]).toEqual([['card'], []])
})

test('without that card it stays on the opener, and is never lost without one', () => {
  const results = [opener, body].flatMap((focusedElement) =>
    [null, 900].map((cardTop) => {
      const focusedNames = openScreen({ focusedElement, cardTop })
      restoreFocus(shownItem, otherItem)
      return focusedNames
    }),
  )
  const focusWithoutItem = openScreen({ focusedElement: body, cardTop: null })
  restoreFocus(undefined, undefined)
  expect([...results, focusWithoutItem]).toEqual([[], [], ['current tile'], ['current tile'], ['current tile']])
})
