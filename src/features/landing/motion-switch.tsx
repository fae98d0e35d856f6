import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { preferences, setPreference } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useReducedMotion } from '#src/lib/use-reduced-motion.ts'
import { IconButton } from '#src/ui/icon-button.tsx'

/** Holds everything that moves by itself, and lets it go again; its place stays where the device asks for less motion already. */
export function MotionSwitch(): ReactElement | null {
  const text = useText()
  const isPaused = useSnapshot(preferences).motion === 'paused'
  if (useReducedMotion()) return null
  return (
    <IconButton
      icon={isPaused ? 'play' : 'pause'}
      label={text(isPaused ? 'landing.play' : 'landing.pause')}
      onClick={() => setPreference('motion', isPaused ? 'on' : 'paused')}
    />
  )
}
