// The per-pixel loops. Every address is an offset into the module's memory, which create-kernel.ts allocates.
export { warp } from './warp'
export { mix } from './mix'
export { drawLayer } from './draw-layer'
export { stamp } from './stamp'
export { stampTurned } from './stamp-turned'
export { shrink } from './shrink'
export { finish } from './finish'
export { toI420 } from './i420'
