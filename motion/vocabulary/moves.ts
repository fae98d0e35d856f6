/** Camera moves. Left and right are the viewer's. */
export const MOVES = [
  'push-in',
  'pull-out',
  'zoom-in',
  'zoom-out',
  'dolly-in',
  'dolly-out',
  'dolly-zoom',
  'pan-left',
  'pan-right',
  'tilt-up',
  'tilt-down',
  'truck-left',
  'truck-right',
  'rise',
  'sink',
  'orbit-left',
  'orbit-right',
  'still',
] as const
export type Move = (typeof MOVES)[number]

/** A move as named in a prompt; an orbit may leave its direction open. */
export type RequestedMove = Move | 'orbit'
