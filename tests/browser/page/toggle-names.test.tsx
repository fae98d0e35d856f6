import { afterEach, expect, test } from 'vitest'
import { TemplateTile } from '#src/gallery/template-tile.tsx'
import { ViewerPanel } from '#src/viewer/viewer-panel.tsx'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { setPage, renderNode } from './on-page.ts'

setTexts()
afterEach(() => setPage(''))

const ignore = () => {}

const tile = (isLiked: boolean) => (
  <TemplateTile
    template={template('rain')}
    index={0}
    width={200}
    badge={null}
    isLiked={isLiked}
    onOpen={ignore}
    onUse={ignore}
    onLike={ignore}
  />
)

const panel = (isCollect: boolean) => (
  <ViewerPanel
    item={{ kind: 'media', creation: { ...creation('video', 1), isCollect } }}
    titleId="title"
    actions={{ run: ignore, busy: null }}
    onKeys={ignore}
  />
)

/** Renders a node, and returns the accessible name and the pressed state of its toggle button. */
function readToggle(node: React.ReactNode): { readonly name: string | null | undefined; readonly isPressed: string | null | undefined } {
  setPage('')
  renderNode(node)
  const button = document.querySelector('button[aria-pressed]')
  return { name: button?.ariaLabel ?? button?.textContent, isPressed: button?.getAttribute('aria-pressed') }
}

test.each([
  ['the heart of a gallery tile', tile],
  ['the collection button of the viewer', panel],
])('%s has one name, pressed or not', (_, render) => {
  const [offToggle, onToggle] = [readToggle(render(false)), readToggle(render(true))]
  expect([offToggle.isPressed, onToggle.isPressed]).toEqual(['false', 'true'])
  expect(onToggle.name).toBe(offToggle.name)
})
