import { expect, test } from 'vitest'
import { toPlanRequest } from '#shared/domain/plan-request.ts'

const VIDEO = { prompt: 'Slow orbit left', duration: '4s', imageFidelity: 0.35, seed: 7, variation: 1 } as const
const PICTURE = { width: 1200, height: 800 }
const COMMON_FIELDS = {
  prompt: 'Slow orbit left',
  picture: PICTURE,
  seconds: 4,
  framesPerSecond: 24,
  imageFidelity: 0.35,
  seed: 7,
  variation: 1,
}

test.each([
  ['CUSTOM', null, { kind: 'move' }],
  ['HEAD_TAIL', null, { kind: 'between' }],
  ['TEMPLATE', 'first-snow', { kind: 'effect', effectId: 'first-snow' }],
] as const)('a video of the kind %s is planned with the values of its commit', (bizType, templateId, kind) => {
  expect(toPlanRequest({ ...VIDEO, bizType, templateId }, PICTURE)).toEqual({ ...kind, ...COMMON_FIELDS })
})

test('controls are passed on', () => {
  const controls = { camera: 'rise' } as const
  expect(toPlanRequest({ ...VIDEO, bizType: 'CUSTOM', controls }, PICTURE)).toEqual({ kind: 'move', ...COMMON_FIELDS, controls })
})
