import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { UNKNOWN_CODE } from '#shared/error-codes.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText, failureText, formatBytes, formatVideoLength } from '#src/i18n/i18n.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { Progress } from '#src/design/loading.tsx'
import { useAccountId } from '#src/account/use-account-id.ts'
import { type MoveTargets, type RunningVideo, taskTitle } from '#src/creations/list-work.ts'
import { type StageWords, outboxStage, taskStage, StageTime } from '../stage-line.tsx'
import { discardCommit, moveCommit } from '../task-actions.ts'
import { CardNote } from '../card-frame.tsx'
import { SendAgainButton } from '../send-again-button.tsx'
import { CancelButton } from '../cancel-video.tsx'
import { sourcePictures } from '../source-pictures.ts'
import { OpenEditForm } from './edit-form.tsx'
import styles from './work-rows.module.css'
import { closeEdit, openEdit, openEdits } from '../open-edits.ts'

/** A commit that waits or is being sent. Until its request is sent, the user can edit, move and discard it. */
export function WaitingRow({ item, targets }: { readonly item: OutboxItem; readonly targets: MoveTargets }) {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const { up, down } = targets
  const moveButtons = (up !== undefined || down !== undefined) && (
    <>
      <IconButton
        icon="up"
        label={text('work.moveUp')}
        aria-disabled={up === undefined || undefined}
        onClick={() => up !== undefined && void moveCommit(item.id, up)}
      />
      <IconButton
        icon="down"
        label={text('work.moveDown')}
        aria-disabled={down === undefined || undefined}
        onClick={() => down !== undefined && void moveCommit(item.id, down)}
      />
    </>
  )
  return (
    <EditableRow
      item={item}
      hasActions={item.isEditable}
      buttonsAfter={
        <>
          {moveButtons}
          <Button variant="plain" onClick={() => void discardCommit(item.id)}>
            {text('work.cancel')}
          </Button>
        </>
      }
    >
      <RowStage stage={outboxStage(item, isOnline)} sinceMs={item.createdAtMs} />
    </EditableRow>
  )
}

/** A commit that the server has refused. The user can edit it, send it again or discard it. */
export function RefusedRow({ item }: { readonly item: OutboxItem }) {
  const text = useText()
  return (
    <EditableRow
      item={item}
      hasActions
      buttonsBefore={<SendAgainButton item={item} variant="plain" />}
      buttonsAfter={
        <Button variant="plain" onClick={() => void discardCommit(item.id)}>
          {text('tasks.dismiss')}
        </Button>
      }
    >
      <CardNote title={text('work.refused')} detail={failureText(item.error ?? { code: UNKNOWN_CODE })} />
    </EditableRow>
  )
}

export function UploadingRow({ item }: { readonly item: OutboxItem }) {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const source = useSnapshot(sourcePictures)[item.id]
  const { fraction } = outboxStage(item, isOnline)
  const stage =
    fraction === undefined
      ? outboxStage(item, isOnline)
      : { key: 'work.bytes', values: { sent: formatBytes(item.sentBytes), total: formatBytes(item.totalBytes) } }
  const cancel = (
    <Button variant="plain" onClick={() => void discardCommit(item.id)}>
      {text('work.cancel')}
    </Button>
  )
  return (
    <RowFrame
      form={<OpenEditForm item={item} />}
      source={source}
      settings={item.settings}
      hasCount
      {...(item.isEditable ? { actions: cancel } : {})}
    >
      <RowStage stage={stage} sinceMs={item.createdAtMs} />
      {fraction !== undefined && <Progress label={text('work.uploading')} fraction={fraction} />}
    </RowFrame>
  )
}

export function RunningRow({ task, batch }: RunningVideo) {
  const text = useText()
  const source = useSnapshot(sourcePictures)[batch.commitId] ?? batch.sourceUrl
  const stage = taskStage(task)
  return (
    <RowFrame source={source} settings={batch.settings} actions={<CancelButton task={task} batch={batch} />}>
      <RowStage stage={stage} sinceMs={batch.acceptedAtMs} />
      {stage.fraction !== undefined && <Progress label={text(stage.key)} fraction={stage.fraction} stepMs={stage.stepMs} />}
      {batch.isOverdue && <p>{text('stage.overdue')}</p>}
    </RowFrame>
  )
}

interface EditableRowProps {
  readonly item: OutboxItem
  /** The buttons beside the button that opens the form. */
  readonly buttonsBefore?: React.ReactNode
  readonly buttonsAfter: React.ReactNode
  readonly hasActions: boolean
  readonly children: React.ReactNode
}

/**
 * The row of a waiting or refused commit, with a form that edits the commit. There is no form while the commit's request is being sent or
 * its answer is unknown.
 */
function EditableRow({ item, buttonsBefore, buttonsAfter, hasActions, children }: EditableRowProps) {
  const text = useText()
  const source = useSnapshot(sourcePictures)[item.id]
  const owner = useAccountId()
  const isEditing = useSnapshot(openEdits).all[item.id] !== undefined
  const toggleForm = () => (isEditing ? closeEdit(item.id) : openEdit(item, owner))
  const editButton = item.isEditable && (
    <Button variant="plain" icon="edit" aria-expanded={isEditing} onClick={toggleForm}>
      {text('work.edit')}
    </Button>
  )
  const actions = (
    <>
      {buttonsBefore}
      {editButton}
      {buttonsAfter}
    </>
  )
  return (
    <RowFrame form={<OpenEditForm item={item} />} source={source} settings={item.settings} hasCount {...(hasActions ? { actions } : {})}>
      {children}
    </RowFrame>
  )
}

/** The stage and its time in one line. */
function RowStage({ stage, sinceMs }: { readonly stage: StageWords; readonly sinceMs: number }) {
  const text = useText()
  return (
    <p className={styles['stage']}>
      <span aria-live="polite">{text(stage.key, stage.values)}</span>
      <StageTime stage={stage} sinceMs={sinceMs} />
    </p>
  )
}

interface RowFrameProps {
  readonly source: string | undefined
  readonly settings: GenerationSettings
  /** Whether to show the number of videos. False for a single video of a commit. */
  readonly hasCount?: boolean
  readonly actions?: React.ReactNode
  /** The form for editing, below the row and at full width. */
  readonly form?: React.ReactNode
  readonly children: React.ReactNode
}

/** The common layout of all rows: picture, start of the prompt and progress, with the actions below. */
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
          {text('tasks.settings', { duration: formatVideoLength(duration), resolution })}
          {hasCount && videoNum > 1 && ` · ${text('tasks.times', { count: videoNum })}`}
        </p>
        <div className={styles['state']}>{children}</div>
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      {form}
    </li>
  )
}
