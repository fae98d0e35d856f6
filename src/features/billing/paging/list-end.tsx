import type { ReactElement } from 'react'
import type { PagedList, PagedState } from './create-paged-list.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './paged-list.module.css'

interface ListEndProps {
  readonly state: Readonly<Pick<PagedState<unknown>, 'status' | 'hasNext' | 'loading' | 'problem'>>
  readonly list: Pick<PagedList<never>, 'more'>
}

/** The way to older rows, or that there are none. */
export function ListEnd({ state: { status, hasNext, loading, problem }, list }: ListEndProps): ReactElement | null {
  const text = useText()
  if (status === 'stored') return null
  if (!hasNext) return <p className={styles['end']}>{text('billing.noMore')}</p>
  const label = loading === 'more' ? 'billing.loadingMore' : problem === null ? 'billing.more' : 'billing.retry'
  return (
    <div className={styles['end']}>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {errorText(problem)}
        </p>
      )}
      <Button isBusy={loading === 'more'} onClick={() => void list.more()}>
        {text(label)}
      </Button>
    </div>
  )
}
