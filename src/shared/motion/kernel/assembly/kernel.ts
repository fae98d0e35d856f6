// The per-pixel loops. Every address is an offset into the module's memory; create-kernel.ts lays the memory out.
export { warp } from './warp'
export { toI420 } from './i420'
export { mix } from './mix'
