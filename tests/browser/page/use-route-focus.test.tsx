import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { useRouteFocus } from '#src/app/app.tsx'
import { byId, focused, onPage, shown } from './on-page.ts'

afterEach(() => {
  vi.restoreAllMocks()
  onPage('')
})

function Screen({ children }: { readonly children?: ReactNode }) {
  useRouteFocus()
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}

const at = (path: string, children?: ReactNode) => (
  <Router hook={() => [path, () => {}]}>
    <Screen>{children}</Screen>
  </Router>
)

/** A page that the user has used, with the focus on a link outside its main part. */
function used(hasBeenActive = true) {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive, isActive: false })
  onPage('<a href="#x" id="link">x</a>')
  const screen = shown(at('/one'))
  byId('link').focus()
  return screen
}

test('another screen focuses its main part, and the same one again leaves the focus unchanged', () => {
  const { draw } = used()
  draw(at('/one'))
  const same = focused()
  draw(at('/two'))
  expect([same, focused()]).toEqual(['link', 'main'])
})

test('the focus stays on an element of the new screen that claimed it', () => {
  const { draw } = used()
  draw(at('/two', <input ref={(input) => input?.focus()} id="own" />))
  expect(focused()).toBe('own')
})

test('the focus stays in an open dialog', () => {
  const { draw } = used()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.innerHTML = '<button id="yes">x</button>'
  dialog.showModal()
  draw(at('/two'))
  expect(focused()).toBe('yes')
})

test('before the first press it begins at the top of the page', () => {
  const { draw } = used(false)
  draw(at('/two'))
  expect(focused()).toBe('link')
})
