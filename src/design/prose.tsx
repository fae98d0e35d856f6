import type { ReactElement, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './prose.module.css'

interface ProseProps {
  readonly children?: ReactNode
  /** Larger, for what is read from beginning to end. */
  readonly isLarge?: boolean
  readonly ref?: Ref<HTMLDivElement>
}

/** A long text to be read: headings, paragraphs, lists and quotes, as wide as lines are easy to follow. */
export function Prose({ children, isLarge = false, ref }: ProseProps): ReactElement {
  return (
    <div ref={ref} className={classNames(styles['prose'], isLarge && styles['large'])}>
      {children}
    </div>
  )
}
