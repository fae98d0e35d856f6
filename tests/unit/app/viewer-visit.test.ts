import { expect, test } from 'vitest'
import { viewerVisit } from '#src/app/overlays/viewer-overlay.tsx'

const OWN = '/tools/image-to-video-generator/0f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d'

test('another account, or none, creates another viewer of a creation, but not of a public item', () => {
  expect(viewerVisit(OWN, 0, '')).not.toBe(viewerVisit(OWN, 0, 'ann'))
  expect(viewerVisit(`/en${OWN}/batch`, 0, 'ben')).not.toBe(viewerVisit(`/en${OWN}/batch`, 0, 'ann'))
  expect(viewerVisit('/video-effects/golden-hour', 0, '')).toBe(viewerVisit('/video-effects/golden-hour', 0, 'ann'))
})

test('a history step creates another viewer, a step inside it does not, and elsewhere there is none', () => {
  expect(viewerVisit('/explore/one', 1, '')).not.toBe(viewerVisit('/explore/one', 2, ''))
  expect(viewerVisit('/explore/one', 1, '')).toBe(viewerVisit('/explore/two', 1, ''))
  expect([viewerVisit('/explore', 1, ''), viewerVisit('/ai/creation', 1, '')]).toEqual([null, null])
})
