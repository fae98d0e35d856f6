import type { ReactElement } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { preferences, setPreference } from '#src/platform/preferences.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { useReducedMotion } from '#src/platform/reduced-motion.ts'
import { IconButton } from '#src/design/icon-button.tsx'

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
