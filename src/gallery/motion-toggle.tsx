import { useText } from '#src/i18n/i18n.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { IconButton } from '#src/design/button.tsx'

/** A button that pauses automatic motion in the whole app. Renders nothing if the device already asks for reduced motion. */
export function MotionToggle() {
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
