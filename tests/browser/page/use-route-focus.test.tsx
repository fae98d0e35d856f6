import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { useRouteFocus } from '#src/app/app.tsx'
import { byId, focusedId, setPage, renderNode } from './on-page.ts'

afterEach(() => {
  vi.restoreAllMocks()
  setPage('')
})

function Screen({ children }: { readonly children?: ReactNode }) {
  useRouteFocus()
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}

const screenAt = (path: string, children?: ReactNode) => (
  <Router hook={() => [path, () => {}]}>
    <Screen>{children}</Screen>
  </Router>
)

/**
 * Renders the screen /one and moves the focus to a link outside its main part. `hasBeenActive`: whether the user has already pressed
 * anything on the page.
 */
function showUsedPage(hasBeenActive = true) {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive, isActive: false })
  setPage('<a href="#x" id="link">x</a>')
  const screen = renderNode(screenAt('/one'))
  byId('link').focus()
  return screen
}

test('another screen focuses its main part, and the same one again leaves the focus unchanged', () => {
  const { draw } = showUsedPage()
  draw(screenAt('/one'))
  const focusAfterSame = focusedId()
  draw(screenAt('/two'))
  expect([focusAfterSame, focusedId()]).toEqual(['link', 'main'])
})

test('the focus stays on an element of the new screen that claimed it', () => {
  const { draw } = showUsedPage()
  draw(screenAt('/two', <input ref={(input) => input?.focus()} id="own" />))
  expect(focusedId()).toBe('own')
})

test('the focus stays in an open dialog', () => {
  const { draw } = showUsedPage()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.innerHTML = '<button id="yes">x</button>'
  dialog.showModal()
  draw(screenAt('/two'))
  expect(focusedId()).toBe('yes')
})

test('before the first press it begins at the top of the page', () => {
  const { draw } = showUsedPage(false)
  draw(screenAt('/two'))
  expect(focusedId()).toBe('link')
})
