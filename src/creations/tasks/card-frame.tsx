import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { outputSize, cropStyle } from '#motion/controls/output-window.ts'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { useText, formatVideoLength } from '#src/i18n/i18n.ts'
import { MediaBox } from '#src/design/media-box.tsx'
import { Link, linkTo } from '#src/routing/routes.ts'
import { Icon } from '#src/design/icon.tsx'
import styles from './card-frame.module.css'
import { taskTitle } from '../list-work.ts'
import { returnWords, useReturnLine } from './return-lines.ts'

interface CardFrameProps {
  readonly source: string | undefined
  readonly width: number
  readonly height: number
  readonly settings: GenerationSettings
  /** Whether the picture has a shimmer. */
  readonly isInProgress: boolean
  readonly count?: number
  /** The sketch, rendered over the source picture. */
  readonly sketch?: React.ReactNode
  readonly children: React.ReactNode
}

/** The common layout of all work cards: the source picture or its sketch, the settings, and the progress. */
export function CardFrame({ source, width, height, settings, isInProgress, count = 1, sketch, children }: CardFrameProps) {
  const text = useText()
  const title = taskTitle(settings)
  const output = settings.controls?.output
  return (
    <article className={styles['card']} aria-label={text('tasks.card', { prompt: title || text('tasks.noPrompt') })}>
      <div className={styles['media']} data-alive={isInProgress || undefined}>
        <MediaBox {...outputSize({ width, height }, output)}>
          {source !== undefined && <img src={source} alt={text('tasks.sourceAlt')} style={cropStyle(output)} />}
          {sketch}
        </MediaBox>
        {count > 1 && <span className={styles['count']}>{text('tasks.times', { count })}</span>}
      </div>
      <div className={styles['body']}>
        {children}
        <p className={styles['settings']}>
          {text('tasks.settings', { duration: formatVideoLength(settings.duration), resolution: settings.resolution })}
          {title !== '' && ` · ${title}`}
        </p>
      </div>
    </article>
  )
}

export function CardActions({ children }: { readonly children: React.ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}

interface CardNoteProps {
  readonly title: string
  readonly detail: string
  /** What happens to the points, for example a return. */
  readonly credits?: React.ReactNode
}

export function CardNote({ title, detail, credits }: CardNoteProps) {
  return (
    <div className={styles['note']} aria-live="polite">
      <p className={styles['title']}>
        <Icon name="alert" size="s" />
        {title}
      </p>
      <p className={styles['detail']}>{detail}</p>
      {credits !== undefined && <p className={styles['credits']}>{credits}</p>}
    </div>
  )
}

/** Why a video failed, and what happens to its points. */
export function FailureNote({ task }: { readonly task: Pick<FinishedTask, 'taskId' | 'points' | 'errorMsg'> }) {
  const text = useText()
  const credits = <ReturnNote taskId={task.taskId} points={task.points} />
  return <CardNote title={text('tasks.failed')} detail={task.errorMsg ?? text('tasks.failedUnknown')} credits={credits} />
}

/** A note about returned points: the amount and, once the ledger line is loaded, the balance after it and a link to the ledger. */
function ReturnNote({ taskId, points }: Pick<FinishedTask, 'taskId' | 'points'>) {
  const text = useText()
  const line = useReturnLine(taskId)
  return (
    <>
      {returnWords(points, line)}
      {line !== undefined && (
        <>
          {' · '}
          <Link href={`${linkTo('ledger')}#line-${encodeURIComponent(line.id)}`} className={styles['link']}>
            {text('tasks.returnLine')}
          </Link>
        </>
      )}
    </>
  )
}
