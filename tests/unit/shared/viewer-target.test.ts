import { expect, test } from 'vitest'
import { viewerSegments, viewerTarget } from '#shared/domain/viewer-address.ts'

const ID = '0f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d'
const BATCH_ID = '1f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d'
/** An id in the format of the server, which has no hyphens. */
const BARE_ID = '20630b3954e081a611f2adec7cd485bc'

test.each([
  [`/tools/image-to-video-generator/${ID}`, { kind: 'creation', id: ID }],
  [`/en/tools/start-end-frame/${ID}/${BATCH_ID}`, { kind: 'creation', id: ID }],
  [`/video-effects/${ID.toUpperCase()}/${BATCH_ID}`, { kind: 'creation', id: ID }],
  [`/tools/image-to-video-generator/${BARE_ID}/${BARE_ID.replaceAll('a', 'b')}`, { kind: 'creation', id: BARE_ID }],
  ['/video-effects/golden-hour', { kind: 'template', idOrSlug: 'golden-hour' }],
  ['/tools/video-templates/golden-hour/', { kind: 'template', idOrSlug: 'golden-hour' }],
  ['/explore/any/number/of-parts', { kind: 'template', idOrSlug: 'of-parts' }],
  ['/explore/caf%C3%A9', { kind: 'template', idOrSlug: 'café' }],
])('%s asks for %o', (path, target) => {
  expect(viewerTarget(viewerSegments(path))).toEqual(target)
})
