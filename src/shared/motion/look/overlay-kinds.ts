/** Things between picture and eye that a plan can ask for. */
export const OVERLAY_KINDS = [
  'rain',
  'snow',
  'embers',
  'fog',
  'light-leaks',
  'grain',
  'bokeh',
  'confetti',
  'petals',
  'vignette',
  'glow',
  'flash',
  'letterbox',
] as const
export type OverlayKind = (typeof OVERLAY_KINDS)[number]
