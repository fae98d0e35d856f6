import type { WorkState } from '#src/creations/tasks/work-summary.ts'
import { BLADE, BLADE_TURNS, PLAY_SIGN } from './layouts/brand.tsx'

const DOT_COLOURS: Record<Exclude<WorkState, 'idle'>, string> = { running: '#f4f1ea', ready: '#5ccf85', failed: '#ff6f5c' }

const iconLink = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
const plainIconUrl = iconLink?.href ?? ''

/** Draws the state of the work as a dot on the tab's icon. In the state `idle` there is no dot. */
export function paintIcon(state: WorkState): void {
  if (iconLink !== null)
    iconLink.href = state === 'idle' ? plainIconUrl : `data:image/svg+xml,${encodeURIComponent(drawIcon(DOT_COLOURS[state]))}`
}

function drawIcon(dotColour: string): string {
  const blades = BLADE_TURNS.map((turn) => `<path d="${BLADE}" transform="rotate(${turn} 32 32)"/>`).join('')
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#0b0b0d"/>' +
    `<g fill="#ffb454" transform="translate(32 32) scale(.8) translate(-32 -32)"><path d="${PLAY_SIGN}"/>${blades}</g>` +
    `<circle cx="49" cy="49" r="13" fill="${dotColour}" stroke="#0b0b0d" stroke-width="5"/></svg>`
  )
}
