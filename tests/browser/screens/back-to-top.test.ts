import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BACK_TO_TOP_AFTER_PX } from '#shared/domain/shell-rules.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { PHONE, renderScreen } from '../fixtures/render-screen.tsx'
import { composer } from './composer-screen.ts'
import { openShop } from './pricing-screen.ts'

const STEP_PX = 60
const LANDSCAPE_PHONE = { width: 852, height: 393 }
const SMALL_PHONE = { width: 320, height: 568 }

startAsFirstVisit()
openShop()

const backToTopButton = () => document.querySelector<HTMLElement>('button[data-shape=arrow]')

/** The scroll positions at which the back-to-top button covers one of these buttons. */
async function findCoveringPositions(buttons: () => readonly Element[]): Promise<readonly number[]> {
  const positions: number[] = []
  await expect.poll(isShownAtEnd).toBe(true)
  for (let top = 0; top <= document.documentElement.scrollHeight - innerHeight; top += STEP_PX) {
    scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const buttonRect = backToTopButton()?.getBoundingClientRect()
    if (buttonRect !== undefined && buttons().some((button) => doOverlap(buttonRect, button.getBoundingClientRect()))) positions.push(top)
  }
  return positions
}

function isShownAtEnd(): boolean {
  scrollToEnd()
  return backToTopButton() !== null
}

function scrollToEnd(): number {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  return scrollY
}

function doOverlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

test.each([PHONE, SMALL_PHONE, LANDSCAPE_PHONE])('a tool screen shows no back-to-top button over its controls: %o', async (size) => {
  await composer.open(size)
  await expect.element(composer.generate).toBeInTheDocument()
  await expect.poll(() => scrollToEnd()).toBeGreaterThan(BACK_TO_TOP_AFTER_PX)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(backToTopButton()).toBeNull()
})

test.each([PHONE, SMALL_PHONE])('on a screen with prices the button leaves the middle of each button uncovered: %o', async (size) => {
  await renderScreen('/pricing', size)
  const buttons = page.getByRole('main').getByRole('button', { name: /^(Buy|Start|Get|Subscribe|Choose)/ })
  await expect.poll(() => buttons.elements().length).toBeGreaterThan(1)
  expect(await findCoveringPositions(() => buttons.elements().map(middleOf))).toEqual([])
})

function middleOf(button: Element): Element {
  const { left, top, width, height } = button.getBoundingClientRect()
  return { getBoundingClientRect: () => new DOMRect(left + width / 4, top, width / 2, height) } as unknown as Element
}
