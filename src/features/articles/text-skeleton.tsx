import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import styles from './text-skeleton.module.css'

const PARAGRAPHS = [0, 1, 2] as const

/** Stands where a text will be. */
export function TextSkeleton(): ReactElement {
  const text = useText()
  return (
    <div className={styles['text']} aria-busy="true">
      <p className="visually-hidden">{text('resource.loading')}</p>
      {PARAGRAPHS.map((place) => (
        <Skeleton key={place} width={5} height={2} />
      ))}
    </div>
  )
}
