import type { ReactNode } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { taskTitle } from '../list-work.ts'
import { useText } from '#src/platform/i18n.ts'
import styles from './row-frame.module.css'

interface RowFrameProps {
  readonly source: string | undefined
  readonly settings: GenerationSettings
  /** False for a single video of a commit, where the count has no meaning. */
  readonly hasCount?: boolean
  readonly actions?: ReactNode
  /** Rendered below at full width. */
  readonly form?: ReactNode
  readonly children: ReactNode
}

/** The layout shared by all rows: picture, start of the prompt, progress and, below, the actions. */
export function RowFrame({ source, settings, hasCount = false, actions, form, children }: RowFrameProps) {
  const text = useText()
  const { duration, resolution, videoNum } = settings
  return (
    <li className={styles['row']}>
      <div className={styles['thumb']}>{source !== undefined && <img src={source} alt="" />}</div>
      <div className={styles['words']}>
        <p className={styles['prompt']} dir="auto">
          {taskTitle(settings) || text('tasks.noPrompt')}
        </p>
        <p className={styles['settings']}>
          {text('tasks.settings', { duration, resolution })}
          {hasCount && videoNum > 1 && ` · ${text('tasks.times', { count: videoNum })}`}
        </p>
        <div className={styles['state']}>{children}</div>
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      {form}
    </li>
  )
}
