import type { CSSProperties } from 'react'
import { outputSize, shownPart } from '#shared/motion/controls/output-window.ts'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Icon } from '#src/design/icon.tsx'
import styles from './stage-bar.module.css'
import { useComposer } from './use-composer.ts'
import { useFormSketch } from './use-form-sketch.ts'

/** A small stage at the top of a phone while the settings below the stage are changed: the sketch goes on in it. */
export function StageBar({ planned }: { readonly planned: KeyedPlan | null }) {
  const text = useText()
  const { state, slots } = useComposer()
  const { picture } = useSnapshot(slots[0].state)
  const { output } = useSnapshot(state).settings.controls ?? {}
  const { host, phase } = useFormSketch(planned)
  if (picture.status !== 'ready') return null
  const { facts } = picture
  const { width, height } = outputSize(facts, output)
  const toStage = () => document.querySelector('[data-stage]')?.scrollIntoView({ block: 'start' })
  return (
    <div className={styles['bar']} data-stage-bar>
      <button type="button" className={styles['button']} onClick={toStage}>
        <span className={styles['picture']} style={{ '--ratio': width / height } as CSSProperties}>
          <img src={facts.url} alt="" style={shownPart(output)} />
          <span ref={host} className={styles['host']} data-seen={phase !== 'none' || undefined} aria-hidden="true" />
        </span>
        <span>{text('compose.toStage')}</span>
        <Icon name="up" />
      </button>
    </div>
  )
}
