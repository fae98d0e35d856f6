import { LIMITS_OF_24_MP, describeBlackPhotos, describeFewPx } from './canvas-limits.ts'

const FURTHER_WAYS = ['in a worker of Firefox', 'in a worker of Chromium', 'on the page'] as const

describeFewPx({ ways: FURTHER_WAYS, ...LIMITS_OF_24_MP })
describeFewPx({
  ways: ['in a worker of WebKit', ...FURTHER_WAYS],
  px: [8064, 6048],
  orientations: [3, 6],
  prepared: [4096, 3072],
  view: [2400, 1800],
  part: [4729, 3547],
})
describeBlackPhotos(FURTHER_WAYS)
