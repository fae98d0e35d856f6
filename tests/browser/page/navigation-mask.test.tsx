import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { NavigationMask } from '#src/app/navigation-mask.tsx'
import { ShownLocationProvider } from '#src/routing/shown-location.tsx'
import '#src/design/styles/tokens.css'
import { setPage, renderNode } from './on-page.ts'

const initialAddress = location.href

afterEach(() => {
  setPage('')
  history.replaceState(null, '', initialAddress)
})

const findMask = () => document.querySelector<HTMLElement>('[data-phase]')
const barStyleOf = (maskElement: HTMLElement) => getComputedStyle(maskElement.firstElementChild!)

/** The style of the loading bar at the first paint after its navigation has started. */
function readFirstBar(): Promise<{ opacity: string; transform: string }> {
  return new Promise((resolve) => {
    const check = () => {
      const maskElement = findMask()
      if (maskElement?.dataset['phase'] !== 'loading') return requestAnimationFrame(check)
      const { opacity, transform } = barStyleOf(maskElement)
      return resolve({ opacity, transform })
    }
    requestAnimationFrame(check)
  })
}

test('a press while the bar of the screen before still fades shows a bar of its own at once', async () => {
  setPage('')
  renderNode(
    <ShownLocationProvider>
      <NavigationMask />
    </ShownLocationProvider>,
  )
  navigate('/one')
  await vi.waitFor(() => {
    const maskElement = findMask()
    expect(maskElement?.dataset['phase']).toBe('arrived')
    expect(Number(barStyleOf(maskElement!).opacity)).toBeLessThan(0.9)
  })
  const nextBar = readFirstBar()
  navigate('/two')
  expect(await nextBar).toEqual({ opacity: '1', transform: 'matrix(0.1, 0, 0, 1, 0, 0)' })
})
