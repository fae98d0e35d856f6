import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { NavigationMask } from '#src/app/navigation-mask.tsx'
import { ShownLocationProvider } from '#src/routing/shown-location.tsx'
import '#src/design/styles/tokens.css'
import { onPage, shown } from './on-page.ts'

const start = location.href

afterEach(() => {
  onPage('')
  history.replaceState(null, '', start)
})

const mask = () => document.querySelector<HTMLElement>('[data-phase]')
const barOf = (found: HTMLElement) => getComputedStyle(found.firstElementChild!)

/** The style of the loading bar at the first paint after its navigation has started. */
function firstBar(): Promise<{ opacity: string; transform: string }> {
  return new Promise((resolve) => {
    const check = () => {
      const found = mask()
      if (found?.dataset['phase'] !== 'loading') return requestAnimationFrame(check)
      const { opacity, transform } = barOf(found)
      return resolve({ opacity, transform })
    }
    requestAnimationFrame(check)
  })
}

test('a press while the bar of the screen before still fades shows a bar of its own at once', async () => {
  onPage('')
  shown(
    <ShownLocationProvider>
      <NavigationMask />
    </ShownLocationProvider>,
  )
  navigate('/one')
  await vi.waitFor(() => {
    const found = mask()
    expect(found?.dataset['phase']).toBe('arrived')
    expect(Number(barOf(found!).opacity)).toBeLessThan(0.9)
  })
  const next = firstBar()
  navigate('/two')
  expect(await next).toEqual({ opacity: '1', transform: 'matrix(0.1, 0, 0, 1, 0, 0)' })
})
