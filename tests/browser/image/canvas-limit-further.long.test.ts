import { FROM_24, describeBlack, describeFewPx } from './canvas-limits.ts'

const FURTHER = ['in a worker of Firefox', 'in a worker of Chromium', 'on the page'] as const

describeFewPx({ ways: FURTHER, ...FROM_24 })
describeFewPx({
  ways: ['in a worker of WebKit', ...FURTHER],
  px: [8064, 6048],
  orientations: [3, 6],
  prepared: [4096, 3072],
  view: [2400, 1800],
  part: [4729, 3547],
})
describeBlack(FURTHER)
