import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { preferences, setPreference } from '#src/lib/preferences.ts'
import { asksToSave } from '#src/lib/saves-data.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useReducedMotion } from '#src/lib/use-reduced-motion.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { SwitchRow } from '#src/ui/switch-row.tsx'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

const CHOICES = ['auto', 'on', 'off'] as const

/** What moves by itself, and how much is fetched for it. */
export function MotionSection(): ReactElement {
  const text = useText()
  const { motion, dataSaving } = useSnapshot(preferences)
  const isReduced = useReducedMotion()
  return (
    <SettingsSection id="motion" title={text('account.motion.title')} hint={text('account.motion.hint')}>
      <SwitchRow
        title={text('account.motion.play')}
        hint={text(isReduced ? 'account.motion.reduced' : 'account.motion.playHint')}
        isOn={motion === 'on' && !isReduced}
        isDisabled={isReduced}
        onTurn={(isOn) => setPreference('motion', isOn ? 'on' : 'paused')}
      />
      <Segmented
        label={text('account.motion.saving')}
        options={CHOICES.map((value) => ({ value, label: text(`account.motion.saving.${value}`) }))}
        value={dataSaving}
        onValue={(value) => setPreference('dataSaving', value)}
      />
      <p className={styles['note']}>{text(asksToSave() ? 'account.motion.savingAsked' : 'account.motion.savingHint')}</p>
    </SettingsSection>
  )
}
