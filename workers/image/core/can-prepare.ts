import { can } from '#shared/platform/capabilities.ts'

/** Whether this realm has what the pipeline needs; older Safari workers lack the canvas. */
export function canPrepare(): boolean {
  if (!can('drawInWorker')) return false
  return new OffscreenCanvas(1, 1).getContext('2d') !== null
}
