import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { PHONE, renderScreen } from '../fixtures/render-screen.tsx'
import { setPage } from '../page/on-page.ts'

const ALL_GROUPS = [
  ['#plan', 'Plan and payments', ['Plan', 'Point alerts and top-up', 'Billing details']],
  [
    '#account',
    'Account and security',
    ['Email', 'Password', 'Passkeys', 'Authenticator app', 'Your devices', 'Account storage', 'Delete account'],
  ],
  ['#notifications', 'Notifications', ['Video notifications']],
  ['#device', 'This device', ['Appearance', 'Tool and message language', 'Autoplay and data use', 'Storage on this device']],
  ['#privacy', 'Privacy', ['Data sharing', 'Download your data']],
  ['#help', 'Help', ['Keyboard shortcuts', 'Technical details']],
]
const NEEDS_ACCOUNT: ReadonlySet<unknown> = new Set(['#plan', '#account'])
const LATE_HEIGHT_PX = 600

startAsFirstVisit()
afterEach(() => {
  document.documentElement.style.overflowAnchor = ''
})

const sectionNav = () => page.getByRole('navigation', { name: 'Settings sections' })
const currentLinks = () => [...document.querySelectorAll('nav [aria-current="true"]')].map(({ textContent }) => textContent)
const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const topOf = (name: string) => Math.round(heading(name).element().getBoundingClientRect().top)

/** Each link with the heading that it leads to, and the headings of that group's sections. */
function shownGroups(): unknown[] {
  return [...sectionNav().element().querySelectorAll('a')].map((link) => {
    const href = link.getAttribute('href') ?? ''
    const title = document.querySelector(`h2${href}`)
    expect(link.textContent).toBe(title?.textContent)
    const sections = [...(title?.closest('section')?.querySelectorAll('h3') ?? [])]
    return [href, link.textContent, sections.map(({ textContent }) => textContent)]
  })
}

test('the links name the groups and their sections in order', async () => {
  logIn()
  await renderScreen('/ai/setting')
  await expect.poll(shownGroups).toEqual(ALL_GROUPS)
  await expect.poll(currentLinks).toEqual(['Plan and payments'])
})

test('a visitor has the groups that need no account', async () => {
  await renderScreen('/ai/setting')
  await expect.element(page.getByText("You're not logged in")).toBeVisible()
  const names = () => [...sectionNav().element().querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(names()).toEqual(ALL_GROUPS.map(([href]) => href).filter((href) => !NEEDS_ACCOUNT.has(href)))
  await expect.poll(currentLinks).toEqual(['Notifications'])
})

/**
 * Turns off scroll anchoring, which some browsers lack, and inserts content above the group "Plan and payments", as a section that loads
 * late does.
 */
function insertLateSection(): void {
  document.documentElement.style.overflowAnchor = 'none'
  const lateSection = document.createElement('p')
  lateSection.style.height = `${LATE_HEIGHT_PX}px`
  heading('Plan and payments').element().before(lateSection)
}

test('the group of the address does not move while sections above it load, until the user scrolls', async () => {
  logIn()
  await renderScreen('/ai/setting#device', PHONE)
  await expect.element(heading('This device')).toHaveFocus()
  const navRect = sectionNav().element().getBoundingClientRect()
  await expect.poll(() => topOf('This device')).toBeGreaterThan(navRect.bottom)
  await expect.poll(() => topOf('This device')).toBeLessThan(navRect.bottom + navRect.height)
  await expect.poll(currentLinks).toEqual(['This device'])
  const top = topOf('This device')
  insertLateSection()
  await expect.poll(() => topOf('This device')).toBe(top)
  dispatchEvent(new WheelEvent('wheel'))
  insertLateSection()
  await expect.poll(() => topOf('This device')).toBe(top + LATE_HEIGHT_PX)
})

test('the links mark the group of the named section from the first frame on', async () => {
  logIn()
  const markedGroups = new Set<string | null>()
  let frameRequest = 0
  const watch = () => {
    for (const name of currentLinks()) markedGroups.add(name)
    frameRequest = requestAnimationFrame(watch)
  }
  watch()
  await renderScreen('/ai/setting#storage', PHONE)
  await expect.element(page.getByRole('heading', { name: 'Storage on this device' })).toHaveFocus()
  await expect.poll(() => markedGroups.size).toBeGreaterThan(0)
  cancelAnimationFrame(frameRequest)
  expect([...markedGroups]).toEqual(['This device'])
})

test('"back" to the address without a section shows the top, and the focus leaves the heading', async () => {
  logIn()
  await renderScreen('/ai/setting')
  await sectionNav().getByRole('link', { name: 'This device' }).click()
  await expect.element(heading('This device')).toHaveFocus()
  await expect.poll(() => scrollY).toBeGreaterThan(0)
  history.back()
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.poll(() => scrollY).toBe(0)
})

test('a screen that is left holds no heading any more', async () => {
  logIn()
  const observe = vi.spyOn(ResizeObserver.prototype, 'observe')
  const disconnect = vi.spyOn(ResizeObserver.prototype, 'disconnect')
  await renderScreen('/ai/setting#device', PHONE)
  await expect.element(heading('This device')).toHaveFocus()
  const pageObservers = observe.mock.contexts.filter((_, index) => observe.mock.calls[index]?.[0] === document.documentElement)
  const runningObservers = () => pageObservers.filter((observer) => !disconnect.mock.contexts.includes(observer))
  expect(runningObservers()).not.toEqual([])
  setPage('')
  // Checked at once, because the next change of the page's size would also disconnect the observer that holds the heading at its position.
  expect(runningObservers()).toEqual([])
})
