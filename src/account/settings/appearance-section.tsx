import { useText } from '#src/i18n/i18n.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Segmented } from '#src/design/segmented.tsx'
import { asksToSave } from '#src/browser/saves-data.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

const COLOR_MODES = ['system', 'dark', 'light'] as const

export function AppearanceSection() {
  const text = useText()
  const { colorMode } = useSnapshot(preferences)
  return (
    <SettingsSection title={text('account.settings.appearance')}>
      <Segmented
        label={text('account.settings.mode')}
        options={COLOR_MODES.map((value) => ({ value, label: text(`account.settings.mode.${value}`) }))}
        value={colorMode}
        onValue={(value) => setPreference('colorMode', value)}
      />
    </SettingsSection>
  )
}

const SAVING_CHOICES = ['auto', 'on', 'off'] as const

/** Settings of motion and data saving. */
export function MotionSection() {
  const text = useText()
  const { motion, dataSaving } = useSnapshot(preferences)
  const isMotionReduced = useReducedMotion()
  return (
    <SettingsSection id="motion" title={text('account.motion.title')} hint={text('account.motion.hint')}>
      <SwitchRow
        title={text('account.motion.play')}
        hint={text(isMotionReduced ? 'account.motion.reduced' : 'account.motion.playHint')}
        isOn={motion === 'on' && !isMotionReduced}
        isDisabled={isMotionReduced}
        onTurn={(isOn) => setPreference('motion', isOn ? 'on' : 'paused')}
      />
      <Segmented
        label={text('account.motion.saving')}
        options={SAVING_CHOICES.map((value) => ({ value, label: text(`account.motion.saving.${value}`) }))}
        value={dataSaving}
        onValue={(value) => setPreference('dataSaving', value)}
      />
      <p className={styles['note']}>{text(asksToSave() ? 'account.motion.savingAsked' : 'account.motion.savingHint')}</p>
    </SettingsSection>
  )
}
