import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOAST_AFTER_CLICK_MS, TOAST_CREATION_MS, TOAST_MONEY_MS, TOASTS_SHOWN } from '#shared/domain/toast-rules.ts'
import { endToast, endToasts, prepareToasts, showToast } from '#src/design/toast.ts'
import { setSubjectInView } from '#src/design/subject-in-view.ts'
import '#src/design/styles/tokens.css'

/** The duration of a toast's fade-out, in ms. */
const FADE_MS = 200

beforeEach(async () => {
  await prepareToasts()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(async () => {
  await endToasts()
  await untilDrawn()
  await advance(0)
  await advance(FADE_MS)
  expect(toastCards()).toEqual([])
  vi.useRealTimers()
})

const untilDrawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const toastCards = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-removed="true"])')]

/** The titles of the visible toasts, from the top. */
function visibleTitles(): (string | undefined)[] {
  const visibleCards = toastCards().filter((card) => getComputedStyle(card).visibility === 'visible')
  return visibleCards.map((card) => card.querySelector('p')?.textContent)
}

async function showDrawn(...args: Parameters<typeof showToast>): Promise<void> {
  await showToast(...args)
  await untilDrawn()
  await advance(0)
}

/**
 * Advances the mocked time by `ms`. The toast library shows or removes a toast one frame later, so the second step of 0 ms runs the timers
 * that this frame started.
 */
async function advance(ms: number): Promise<void> {
  for (const step of [ms, 0]) {
    vi.advanceTimersByTime(step)
    await untilDrawn()
  }
}

async function pressToast(title: string): Promise<void> {
  const titleElement = [...document.querySelectorAll('[data-sonner-toast] p')].find(({ textContent }) => textContent === title)
  titleElement?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await untilDrawn()
}

/** Expects that the toast is still visible 1 ms before `ms` have passed, and that no toast is visible once they have passed. */
async function expectGoneAfter(ms: number, title: string): Promise<void> {
  await advance(ms - 1)
  expect(visibleTitles()).toEqual([title])
  await advance(1)
  expect(visibleTitles()).toEqual([])
}

test('the newest five are shown, the newest first; older ones show once there is room', async () => {
  for (let count = 1; count <= TOASTS_SHOWN + 2; count += 1) await showDrawn({ id: `id-${count}`, color: 'error', title: `${count}` })
  expect(visibleTitles()).toEqual(['7', '6', '5', '4', '3'])
  expect(toastCards()).toHaveLength(TOASTS_SHOWN + 2)
  await showDrawn({ id: 'id-7', open: false })
  await advance(FADE_MS)
  expect(visibleTitles()).toEqual(['6', '5', '4', '3', '2'])
})

test('the error of an earlier try is removed when the next one begins, and no other', async () => {
  await showDrawn({ id: 'export', color: 'error', title: 'Export failed' })
  await showDrawn({ id: 'other', color: 'error', title: 'Other' })
  endToast('export')
  await untilDrawn()
  await advance(FADE_MS)
  expect(visibleTitles()).toEqual(['Other'])
})

test('a toast with the same id replaces the earlier one and restarts its time; a toast with another id or none appears beside it', async () => {
  await showDrawn({ id: 'copy', color: 'success', title: 'first' })
  await advance(TOAST_CREATION_MS - 1000)
  await showDrawn({ id: 'copy', color: 'success', title: 'second' })
  expect(visibleTitles()).toEqual(['second'])
  await expectGoneAfter(TOAST_CREATION_MS, 'second')
  await showDrawn({ id: 'one', color: 'error', title: 'one' })
  await showDrawn({ id: 'other', color: 'error', title: 'other' })
  await showDrawn({ color: 'error', title: 'without' })
  expect(visibleTitles()).toEqual(['without', 'other', 'one'])
})

test('it closes after 5 s for a creation, after 2 s for money', async () => {
  await showDrawn({ color: 'success', title: 'made' })
  await expectGoneAfter(TOAST_CREATION_MS, 'made')
  await showDrawn({ color: 'info', title: 'paid' }, 'money')
  await expectGoneAfter(TOAST_MONEY_MS, 'paid')
})

test('after a click it closes 2 s later, as does an error, which stays until then', async () => {
  await showDrawn({ color: 'success', title: 'made' })
  await pressToast('made')
  await expectGoneAfter(TOAST_AFTER_CLICK_MS, 'made')
  await showDrawn({ color: 'error', title: 'failed' }, 'money')
  await advance(60 * 60_000)
  expect(visibleTitles()).toEqual(['failed'])
  await pressToast('failed')
  await expectGoneAfter(TOAST_AFTER_CLICK_MS, 'failed')
})

test('a toast of a commit has its title in one line and replaces the former one while the stage shows a commit', async () => {
  await page.viewport(320, 640)
  setSubjectInView('commit-1')
  const title = 'A background task finished successfully'
  await showDrawn({ id: 'commit-2', subjectId: 'commit-2', color: 'success', title: 'Task committed' })
  await showDrawn({ subjectId: 'commit-1', color: 'error', title, description: 'Below it' })
  expect(visibleTitles()).toEqual([title])
  const [card] = toastCards()
  const titleElement = card?.querySelector('p')
  const line = Number.parseFloat(getComputedStyle(titleElement ?? document.body).lineHeight)
  expect(titleElement?.getBoundingClientRect().height).toBeLessThan(1.5 * line)
  const description = () => card?.querySelectorAll('p')[1]?.className
  expect(description()).toBe('visually-hidden')
  await showDrawn({ color: 'info', title: 'About no commit' })
  expect(visibleTitles()).toContain(title)
  setSubjectInView(null)
  await untilDrawn()
  expect(description()).not.toBe('visually-hidden')
  await showDrawn({ subjectId: 'commit-3', color: 'info', title: 'Another commit' })
  expect(visibleTitles()).toHaveLength(3)
})

for (const [width, height] of [
  [1280, 800],
  [393, 852],
] as const) {
  test(`it is at the top, in the middle, in a window of ${width} px`, async () => {
    await page.viewport(width, height)
    await showDrawn({ color: 'error', title: 'here' })
    await vi.waitFor(() => expect(toastCards()[0]?.getAnimations()).toEqual([]))
    const { left, right, top, bottom } = toastCards()[0]?.getBoundingClientRect() ?? new DOMRect()
    expect(Math.abs((left + right) / 2 - innerWidth / 2)).toBeLessThan(1)
    expect([left > 0, top > 0, bottom < height / 4]).toEqual([true, true, true])
  })
}
