import '#src/design/styles/tokens.css'
import { afterEach, expect, test, vi } from 'vitest'
import type { Template } from '#shared/api/templates.ts'
import { Stage } from '#src/content/landing/stage.tsx'
import { SampleCarousel, chooseSamples } from '#src/content/advertisement/sample-carousel.tsx'
import { preferences } from '#src/store/preferences.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { setPage, renderNode } from './on-page.ts'

setTexts()
const items: readonly Template[] = [template('lake'), template('hill')]

afterEach(() => {
  setPage('')
  preferences.dataSaving = 'auto'
})

test('the line of the comparison is at the edge of the video at each moment of the wipe', async () => {
  renderNode(<Stage items={items} isEmpty={false} />)
  await vi.waitFor(() => expect(document.querySelector('video')).not.toBeNull())
  document.querySelector('video')!.dispatchEvent(new Event('playing'))
  await vi.waitFor(() => expect(document.querySelector('input[type=range]')).not.toBeNull())
  const frame = document.querySelector('[data-video]')!
  const line = document.querySelector('input[type=range] ~ span')!
  const wipedVideo = document.querySelector('video')!.closest('[data-video] > div')!
  const seam = () => Number.parseFloat(getComputedStyle(wipedVideo).clipPath.split(' ').at(-1) ?? '')
  const lineShare = () => {
    const [{ left, width }, lineRect] = [frame.getBoundingClientRect(), line.getBoundingClientRect()]
    return ((lineRect.left + lineRect.width / 2 - left) / width) * 100
  }
  for (const share of [0.1, 0.5, 0.9, 1]) {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = 1200 * share
    }
    expect(lineShare()).toBeCloseTo(seam(), 0)
  }
})

test('while data is saved the strip of the landing and the carousel load the smallest pictures', async () => {
  preferences.dataSaving = 'on'
  renderNode(<Stage items={items} isEmpty={false} />)
  renderNode(<SampleCarousel samples={chooseSamples(items)} />)
  await vi.waitFor(() => expect(document.querySelectorAll('img[srcset]').length).toBeGreaterThan(2))
  const picturesWithSizes = [...document.querySelectorAll('img')].filter(({ srcset }) => srcset.includes(','))
  expect(picturesWithSizes.map(({ srcset }) => srcset)).toEqual([])
})
