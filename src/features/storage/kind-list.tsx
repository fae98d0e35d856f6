import type { ReactElement } from 'react'
import { formatBytes } from '#src/lib/format.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { ask } from '#src/ui/ask.ts'
import { Button } from '#src/ui/button.tsx'
import type { ClearableKind, KindSize, StorageKind } from './storage-kinds.ts'
import { CLEARABLE_KINDS } from './storage-kinds.ts'
import styles from './storage-section.module.css'

interface KindListProps {
  readonly sizes: Readonly<Record<StorageKind, KindSize>>
  readonly onClear: (kind: ClearableKind) => Promise<void>
}

/** One row for each kind of thing; all but the app itself can be cleared, after one question. */
export function KindList({ sizes, onClear }: KindListProps): ReactElement {
  const text = useText()
  const clear = async (kind: ClearableKind) => {
    const name = text(`storage.kind.${kind}`)
    const question = { title: text('storage.clearTitle', { name }), hint: text(`storage.clearHint.${kind}`) }
    if (await ask({ ...question, yes: text('storage.clear'), no: text('storage.stay') })) await onClear(kind)
  }
  const row = (kind: StorageKind) => {
    const { count, bytes } = sizes[kind]
    const isClearable = kind !== 'app'
    const name = text(`storage.kind.${kind}`)
    return (
      <li key={kind} className={styles['row']}>
        <div className={styles['words']}>
          <p className={styles['name']}>{name}</p>
          <p className={styles['hint']}>
            {count === 0 ? text('storage.none') : text('storage.size', { number: formatNumber(count), size: formatBytes(bytes) })}
          </p>
        </div>
        {isClearable && count > 0 && (
          <Button look="plain" aria-label={text('storage.clearOf', { name })} onClick={() => void clear(kind)}>
            {text('storage.clear')}
          </Button>
        )}
      </li>
    )
  }
  return <ul className={styles['list']}>{[...CLEARABLE_KINDS, 'app' as const].map(row)}</ul>
}
