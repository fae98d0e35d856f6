import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { preferences, setPreference } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { SettingsSection } from './settings-section.tsx'

const MODES = ['system', 'dark', 'light'] as const

export function LookSection(): ReactElement {
  const text = useText()
  const { colorMode } = useSnapshot(preferences)
  return (
    <SettingsSection title={text('account.settings.look')}>
      <Segmented
        label={text('account.settings.mode')}
        options={MODES.map((value) => ({ value, label: text(`account.settings.mode.${value}`) }))}
        value={colorMode}
        onValue={(value) => setPreference('colorMode', value)}
      />
    </SettingsSection>
  )
}
