import type { ReactElement, ReactNode } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { taskTitle } from '../list-work.ts'
import { useText } from '#src/platform/i18n.ts'
import styles from './row-frame.module.css'

interface RowFrameProps {
  readonly source: string | undefined
  readonly settings: GenerationSettings
  /** Of one video of a commit the count says nothing. */
  readonly hasCount?: boolean
  readonly actions?: ReactNode
  /** Stands below at the full width. */
  readonly form?: ReactNode
  readonly children: ReactNode
}

/** The shape all rows share: the picture, the first words, what is going on, and under it what can be done. */
export function RowFrame({ source, settings, hasCount = false, actions, form, children }: RowFrameProps): ReactElement {
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
