import type { OneTapDetector } from './one-tap-detector.ts'

const PRESSES = ['mousedown', 'touchstart', 'click'] as const

/** Tells the detector what happens in this tab. */
export function watchActivity({ noteActivity, noteHidden }: Pick<OneTapDetector, 'noteActivity' | 'noteHidden'>): () => void {
  const end = new AbortController()
  for (const press of PRESSES) addEventListener(press, noteActivity, { capture: true, passive: true, signal: end.signal })
  const tellHidden = () => noteHidden(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', tellHidden, { signal: end.signal })
  tellHidden()
  return () => end.abort()
}
