import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { BackToTop } from '#src/app/back-to-top.tsx'
import { setPage, renderNode } from './on-page.ts'

const TALL_HEIGHT = '4000px'

test('shows for a scrolled page although the page was short for a moment while it was rendered', async () => {
  setPage('')
  document.body.style.height = TALL_HEIGHT
  renderNode(
    <Router>
      <BackToTop />
    </Router>,
  )
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  scrollToEnd()
  dispatchEvent(new Event('scroll'))
  document.body.style.height = '0px'
  expect(scrollY).toBe(0)
  await Promise.resolve()
  document.body.style.height = TALL_HEIGHT
  scrollToEnd()
  await expect.poll(() => document.querySelector('button[data-shape]')).not.toBeNull()
  document.body.style.height = ''
})

function scrollToEnd(): void {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
}
