import { track } from '#src/lib/track.ts'

let isMeasuring = false

/** Tells how fast this page came and answers; the browser measures each once, so a page begins with it once. */
export async function measureVitals(): Promise<void> {
  if (isMeasuring) return
  isMeasuring = true
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    measure(({ name, value, rating }) => track('web_vital', { name, value: rounded(name, value), result: rating }))
  }
}

/** Shifts are a small part of the window, everything else is in ms. */
function rounded(name: string, value: number): number {
  return name === 'CLS' ? Number(value.toFixed(4)) : Math.round(value)
}
