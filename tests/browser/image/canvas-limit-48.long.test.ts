import { describeFewPx } from './canvas-limits.ts'

describeFewPx({ px: [8064, 6048], orientations: [3, 6], prepared: [4096, 3072], view: [2400, 1800], part: [4729, 3547] })
