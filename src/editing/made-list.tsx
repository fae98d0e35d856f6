import { type ReactElement, useEffect, useState } from 'react'
import { timecode } from '#shared/domain/editing-rules.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { ask } from '#src/design/ask.ts'
import { Button } from '#src/design/button.tsx'
import { IconButton } from '#src/design/icon-button.tsx'
import { formatBytes } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import styles from './editor-tools.module.css'
import { type MadeMediaStore, madeMedia } from './made-media.ts'

interface MadeListProps {
  readonly onShow: (item: MadeItem) => void
  readonly store?: MadeMediaStore
}

/** What was made before, of any video, and is on this device. */
export function MadeList({ onShow, store = madeMedia }: MadeListProps): ReactElement | null {
  const text = useText()
  const [items, setItems] = useState<readonly MadeItem[]>([])
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      const next = await store.list()
      if (!isLeft) setItems(next)
    }
    void read()
    return () => {
      isLeft = true
    }
  }, [store])
  if (items.length === 0) return null
  const remove = async ({ id, name }: MadeItem) => {
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
            <span className={styles['name']}>
              {item.name}
              <span className={styles['size']}>{`${timecode(item.frames)}, ${formatBytes(item.blob.size)}`}</span>
            </span>
            <Button look="plain" aria-label={text('editing.showMade', { name: item.name })} onClick={() => onShow(item)}>
              {text('editing.show')}
            </Button>
            <IconButton icon="trash" label={text('editing.deleteMade', { name: item.name })} onClick={() => void remove(item)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
