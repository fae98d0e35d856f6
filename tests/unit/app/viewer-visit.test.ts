import { expect, test } from 'vitest'
import { viewerKeyOf } from '#src/app/overlays/viewer-overlay.tsx'

const CREATION_PATH = '/tools/image-to-video-generator/0f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d'

test('another account, or none, creates another viewer of a creation, but not of a public item', () => {
  expect(viewerKeyOf(CREATION_PATH, 0, '')).not.toBe(viewerKeyOf(CREATION_PATH, 0, 'ann'))
  expect(viewerKeyOf(`/en${CREATION_PATH}/batch`, 0, 'ben')).not.toBe(viewerKeyOf(`/en${CREATION_PATH}/batch`, 0, 'ann'))
  expect(viewerKeyOf('/video-effects/golden-hour', 0, '')).toBe(viewerKeyOf('/video-effects/golden-hour', 0, 'ann'))
})

test('a history step creates another viewer, a step inside it does not, and elsewhere there is none', () => {
  expect(viewerKeyOf('/explore/one', 1, '')).not.toBe(viewerKeyOf('/explore/one', 2, ''))
  expect(viewerKeyOf('/explore/one', 1, '')).toBe(viewerKeyOf('/explore/two', 1, ''))
  expect([viewerKeyOf('/explore', 1, ''), viewerKeyOf('/ai/creation', 1, '')]).toEqual([null, null])
})
