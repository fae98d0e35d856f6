import type { BizType } from '#shared/domain/task.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { GRADES } from '#motion/vocabulary/grades.ts'
import styles from './prompt-reading.module.css'
import { useComposer } from './use-composer.ts'

const EMPTY_KEYS = { CUSTOM: 'reading.empty', HEAD_TAIL: 'compose.reading.emptyFrames', TEMPLATE: 'compose.reading.emptyEffect' } as const
const NONE_KEYS = { CUSTOM: 'reading.none', HEAD_TAIL: 'compose.reading.noneFrames', TEMPLATE: 'compose.reading.noneEffect' } as const

/** Shows before the payment which parts of the prompt have an effect and which have none. */
export function PromptReading({ plan, isEmpty }: { readonly plan: MotionPlan | null; readonly isEmpty: boolean }) {
  const text = useText()
  const { bizType } = useComposer()
  const unmet = isEmpty ? [] : (plan?.summary.unmet ?? [])
  return (
    <div className={styles['reading']} role="note" aria-live="polite" aria-label={text('reading.label')}>
      <p className={styles['line']}>{isEmpty ? text(EMPTY_KEYS[bizType]) : plan !== null && readingLine(text, plan, bizType)}</p>
      {unmet.length > 0 && (
        <div className={styles['unmet']}>
          <p className={styles['title']}>
            <Icon name="alert" size="s" />
            {text('unmet.title')}
          </p>
          <ul className={styles['requests']}>
            {unmet.map(({ reason, words }) => (
              <li key={reason} dir="auto">
                {text(`unmet.${reason}`, { words })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function readingLine(text: Text, plan: MotionPlan, bizType: BizType): string {
  // For an effect, the plan also contains the effect's own motion, so it says nothing about the prompt.
  if (bizType === 'TEMPLATE') return text(NONE_KEYS.TEMPLATE)
  const { moves, styleKeys } = readingKeys(plan)
  const words = [...moves, ...styleKeys].map((key) => text(key)).join(' · ')
  if (words === '') return text(NONE_KEYS[bizType])
  const isCameraChosen = moves.length === 0 && bizType === 'CUSTOM'
  return text(isCameraChosen ? 'reading.styles' : 'reading.words', { words })
}

/** The distortions that a prompt can request. */
const NAMED_DISTORTIONS: ReadonlySet<string> = new Set(['handheld', 'shake', 'heat-haze', 'ripple', 'sway'])

/** The text keys for what the plan has understood: the moves of the camera, and everything else that is visible. */
export function readingKeys({ summary, distortions, overlays, grade }: MotionPlan): {
  readonly moves: string[]
  readonly styleKeys: string[]
} {
  const gradeName = Object.entries(GRADES).find(([, value]) => value === grade)?.[0]
  return {
    moves: summary.moves.map((move) => `reading.move.${move}`),
    styleKeys: [
      ...distortions.filter(({ kind }) => NAMED_DISTORTIONS.has(kind)).map(({ kind }) => `reading.bend.${kind}`),
      ...overlays.map(({ kind }) => `reading.overlay.${kind}`),
      ...(gradeName === undefined ? [] : [`reading.grade.${gradeName}`]),
    ],
  }
}
