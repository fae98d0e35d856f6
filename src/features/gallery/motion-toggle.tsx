import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { preferences, setPreference } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useReducedMotion } from '#src/lib/use-reduced-motion.ts'
import { IconButton } from '#src/ui/icon-button.tsx'

/** Pauses what moves by itself, everywhere and until it is turned on again; not there where the device says so already. */
export function MotionToggle(): ReactElement | null {
  const text = useText()
  const isReduced = useReducedMotion()
  const isPaused = useSnapshot(preferences).motion === 'paused'
  if (isReduced) return null
  return (
    <IconButton
      icon={isPaused ? 'play' : 'pause'}
      label={text(isPaused ? 'gallery.playMotion' : 'gallery.pauseMotion')}
      onClick={() => setPreference('motion', isPaused ? 'on' : 'paused')}
    />
  )
}
