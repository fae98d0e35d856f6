import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { mouse } from '../fixtures/pointer.ts'
import { DESKTOP } from '../fixtures/render-screen.tsx'
import { demo } from './crop-screen.ts'

const PICTURE = { width: 1200, height: 800 }

/** Locators and actions of the demo screen with a picture, and of the preview that covers it. */
export const preview = {
  layer: page.getByRole('dialog', { name: /^Preview: / }),
  opener: page.getByRole('button', { name: 'View photo', exact: true }),
  picture: page.getByRole('dialog', { name: /^Preview: / }).getByRole('img', { name: 'sea.jpg' }),
  expectClosed: () => expect.element(preview.layer).not.toBeInTheDocument(),
  expectPercent: (percent: number) => expect.element(preview.layer.getByRole('status')).toHaveTextContent(new RegExp(`^${percent}%$`)),
  bring: async (size = DESKTOP) => demo.bring(await makeSea(), size),
  openPreview: async () => {
    await preview.opener.click()
    await preview.expectPercent(100)
  },
  /** The position of the picture on the screen. */
  box: () => preview.picture.element().getBoundingClientRect(),
  untilAtRest: () =>
    Promise.all(
      preview.picture
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    ),
  middle: () => {
    const { x, y, width, height } = preview.box()
    return { x: x + width / 2, y: y + height / 2 }
  },
  dragBy: (x: number, y: number) => {
    const middle = preview.middle()
    return mouse.drag(middle, { x: middle.x + x, y: middle.y + y })
  },
}

/** Counts the presses that reach the page below the preview, except those on the buttons that open the preview. */
export function countPressesBelow(): () => number {
  let presses = 0
  const count = ({ target }: Event) => {
    const isBelow = target instanceof Element && target.closest('dialog') === null && !target.textContent.startsWith('View photo')
    if (isBelow) presses += 1
  }
  for (const name of ['click', 'dblclick']) addEventListener(name, count, true)
  return () => presses
}

async function makeSea(): Promise<File> {
  const canvas = new OffscreenCanvas(PICTURE.width, PICTURE.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws nothing.')
  context.fillStyle = '#86a'
  context.fillRect(0, 0, PICTURE.width, PICTURE.height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'sea.jpg', { type: 'image/jpeg' })
}
