import { useEffect, useState } from 'react'
import { timecode } from '#shared/domain/editing-rules.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { storeEdited } from '#shared/api/generation.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { MAX_EDITED_BYTES } from '#shared/domain/media-limits.ts'
import { ask } from '#src/design/ask.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { formatBytes, useText, text, failureText } from '#src/i18n/i18n.ts'
import { useLocation } from '#src/routing/routes.ts'
import type { ActionDeps } from '#src/creations/action-deps.ts'
import { deliverFile, shareFile } from '#src/creations/deliver-file.ts'
import { pageDeps } from '#src/creations/page-deps.ts'
import { putInHistories } from '#src/creations/history-lists.ts'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import styles from './editor-tools.module.css'
import { type MadeMediaStore, madeMedia } from './made-media.ts'
import type { EditorPhase } from './use-editor.ts'

interface MadeListProps {
  readonly onShow: (item: MadeItem) => void
  readonly store?: MadeMediaStore
}

export function MadeList({ onShow, store = madeMedia }: MadeListProps) {
  const text = useText()
  const [items, setItems] = useState<readonly MadeItem[]>([])
  useEffect(() => {
    let isUnmounted = false
    const readItems = async () => {
      const newItems = await store.list()
      if (!isUnmounted) setItems(newItems)
    }
    void readItems()
    return () => {
      isUnmounted = true
    }
  }, [store])
  if (items.length === 0) return null
  const removeItem = async ({ id, name }: MadeItem) => {
    const question = { title: text('editing.removeMade', { name }), hint: text('editing.removeMadeHint') }
    if (!(await ask({ ...question, yes: text('editing.delete'), no: text('editing.stay') }))) return
    await store.remove(id)
    setItems(await store.list())
  }
  return (
    <section className={styles['group']} aria-label={text('editing.madeBefore')}>
      <p className={styles['legend']}>{text('editing.madeBefore')}</p>
      <ul className={styles['joined']}>
        {items.map((item) => (
          <li key={item.id} className={styles['video']}>
            <span className={styles['name']} title={item.name}>
              {item.name}
              <span className={styles['size']}>{`${timecode(item.frames)}, ${formatBytes(item.blob.size)}`}</span>
            </span>
            <Button variant="plain" aria-label={text('editing.showMade', { name: item.name })} onClick={() => onShow(item)}>
              {text('editing.show')}
            </Button>
            <IconButton icon="trash" label={text('editing.deleteMade', { name: item.name })} onClick={() => void removeItem(item)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type MadePhase = Extract<EditorPhase, { kind: 'made' }>

interface MadeActionsProps {
  readonly made: MadePhase
}

/** The actions on a result: share it, add it to the creations, download it. */
export function MadeActions({ made }: MadeActionsProps) {
  const text = useText()
  const [, go] = useLocation()
  const getDeps = () => pageDeps({ notify: (notice) => showToast(notice), ask, go })
  return (
    <>
      <ShareButton made={made} getDeps={getDeps} />
      <UploadButton made={made} getDeps={getDeps} />
      <Button variant="primary" icon="download" data-main onClick={() => void downloadResult(made, getDeps())}>
        {text('editing.download')}
      </Button>
    </>
  )
}

function fileOf({ made, name }: MadePhase): File {
  return new File([made.blob], name, { type: made.blob.type })
}

/** Downloads a result. Like every download, it requires a login. */
async function downloadResult(result: MadePhase, deps: ActionDeps): Promise<void> {
  if (await deps.login(text('action.loginToDownload'))) await deliverFile(fileOf(result), deps)
}

interface WithDeps {
  readonly getDeps: () => ActionDeps
}

/** Shares the result. Renders nothing if the browser can't share files. */
function ShareButton({ made, getDeps }: MadeActionsProps & WithDeps) {
  const text = useText()
  const [canShare] = useState(() => getDeps().canShareFile(fileOf(made)))
  if (!canShare) return null
  const share = async () => {
    const { share: shareOnDevice } = getDeps()
    if (shareOnDevice === null) return
    const shareAnswer = await shareFile(fileOf(made), shareOnDevice)
    if (shareAnswer === 'failed') void showToast({ id: 'share', color: 'error', title: text('editing.shareFailed') })
  }
  return (
    <Button icon="share" onClick={() => void share()}>
      {text('editing.share')}
    </Button>
  )
}

/** Adds the result to the account's creations. Renders nothing for a picture or an animation. */
function UploadButton({ made, getDeps }: MadeActionsProps & WithDeps) {
  const text = useText()
  const [state, setState] = useState<'here' | 'sending' | 'stored'>('here')
  const { blob } = made.made
  if (blob.type !== 'video/mp4') return null
  const showFailure = (description: string) => showToast({ id: 'upload', color: 'error', title: text('editing.uploadFailed'), description })
  const upload = async () => {
    const { login, go } = getDeps()
    if (state !== 'here' || !(await login(text('editing.loginToUpload')))) return
    const [size, maxSize] = [formatBytes(blob.size), formatBytes(MAX_EDITED_BYTES)]
    if (blob.size > MAX_EDITED_BYTES) return showFailure(text('editing.uploadTooLarge', { size, most: maxSize }))
    setState('sending')
    const uploadResult = await api.call(storeEdited, { originId: made.originId, file: fileOf(made) })
    setState(uploadResult.ok ? 'stored' : 'here')
    if (!uploadResult.ok) return showFailure(failureText(uploadResult.error))
    void putInHistories(uploadResult.value)
    const action = { label: text('editing.open'), run: () => go(creationPath(uploadResult.value)) }
    await showToast({ id: 'upload', color: 'success', title: text('editing.uploaded'), action })
  }
  const isBusy = state === 'sending'
  return (
    <Button icon={state === 'stored' ? 'check' : 'plus'} aria-busy={isBusy} disabled={state === 'stored'} onClick={() => void upload()}>
      {text(`editing.upload.${state}`)}
    </Button>
  )
}
