import { Suspense, useId } from 'react'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart, usePreload } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { type IconName, Icon } from '#src/design/icon.tsx'
import { type ControlPanelName, stageCommit } from './composer.ts'
import styles from './control-tabs.module.css'
import { useControls } from './use-composer.ts'

interface ControlPanelProps {
  readonly name: ControlPanelName
  readonly keyedPlan: KeyedPlan | null
}

const ControlPanel = lazyPart<ControlPanelProps>(['controls'], async () => (await import('./controls/control-panel.tsx')).ControlPanel)

const TABS: readonly {
  readonly name: ControlPanelName
  readonly label: string
  readonly icon: IconName
  readonly needs: readonly string[]
}[] = [
  { name: 'camera', label: 'compose.controls.camera', icon: 'camera', needs: ['camera'] },
  { name: 'light', label: 'compose.controls.light', icon: 'cloud', needs: ['overlays', 'grade'] },
  { name: 'brush', label: 'compose.controls.brush', icon: 'edit', needs: ['brush'] },
  { name: 'format', label: 'compose.controls.format', icon: 'crop', needs: ['output'] },
  { name: 'more', label: 'compose.controls.more', icon: 'gear', needs: [] },
]

/** The direct controls of the form, one group at a time. If the stage shows a commit, opening a group shows the form again. */
export function ControlTabs({ keyedPlan }: Pick<ControlPanelProps, 'keyedPlan'>) {
  const text = useText()
  const id = useId()
  usePreload(ControlPanel)
  const { composer, offeredNames } = useControls()
  const { panel } = useSnapshot(composer.state)
  const tabs = TABS.filter(({ needs }) => needs.length === 0 || needs.some((control) => offeredNames.has(control)))
  const openPanel = tabs.some(({ name }) => name === panel) ? panel : null
  const togglePanel = (name: ControlPanelName) => {
    if (openPanel !== name) stageCommit(composer, null)
    Object.assign(composer.state, { panel: openPanel === name ? null : name, isAiming: false })
  }
  return (
    <section className={styles['controls']} data-open={openPanel !== null || undefined} aria-label={text('compose.controls')}>
      <div className={styles['tabs']}>
        {tabs.map(({ name, label, icon }) => (
          <button
            key={name}
            type="button"
            className={styles['tab']}
            aria-expanded={openPanel === name}
            aria-controls={openPanel === name ? id : undefined}
            onClick={() => togglePanel(name)}
          >
            <Icon name={icon} />
            <span>{text(label)}</span>
          </button>
        ))}
      </div>
      {openPanel !== null && (
        <div id={id} className={styles['panel']}>
          <Suspense fallback={null}>
            <ControlPanel name={openPanel} keyedPlan={keyedPlan} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
