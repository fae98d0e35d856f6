import { userEvent } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import '#src/design/styles/tokens.css'
import '#src/design/styles/base.css'
import { closeModal, openModal } from '#src/design/open-modal.ts'
import { byId, dialogById, focusedId, setPage } from './on-page.ts'

afterEach(() => setPage(''))

const focusMarkStyle = () => getComputedStyle(document.activeElement ?? document.body).outlineStyle

/** Focuses an element as WebKit does for a script: with a focus mark, whatever input device the user has. */
function focusAsWebKit(id: string): void {
  byId(id).focus({ focusVisible: true })
  expect(byId(id).matches(':focus-visible')).toBe(true)
}

test('a page and a layer that a script focuses have no mark around them', () => {
  setPage('<main id="main" tabindex="-1"></main><dialog id="layer" tabindex="-1"></dialog>')
  focusAsWebKit('main')
  expect(focusMarkStyle()).toBe('none')
  openModal(dialogById('layer'), null)
  focusAsWebKit('layer')
  expect(focusMarkStyle()).toBe('none')
  closeModal(dialogById('layer'))
})

test('after a press a dialog marks its focused control with the first key, after a key at once', async () => {
  setPage('<button id="opener">x</button><dialog id="dialog"><button id="first">x</button><button id="second">x</button></dialog>')
  openModal(dialogById('dialog'), null)
  focusAsWebKit('first')
  expect(focusMarkStyle()).toBe('none')
  await userEvent.keyboard('{Tab}')
  expect([focusedId(), focusMarkStyle()]).toEqual(['second', 'solid'])
  closeModal(dialogById('dialog'))
  focusAsWebKit('opener')
  expect(focusMarkStyle()).toBe('solid')
  openModal(dialogById('dialog'), null)
  focusAsWebKit('first')
  expect(focusMarkStyle()).toBe('solid')
  closeModal(dialogById('dialog'))
})
