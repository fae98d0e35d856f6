import { classNames } from './class-names.ts'
import styles from './prose.module.css'

interface ProseProps {
  readonly children?: React.ReactNode
  /** Whether the text is larger, for long reading. */
  readonly isLarge?: boolean
  readonly ref?: React.Ref<HTMLDivElement>
}

/** Long text with headings, paragraphs, lists and quotes. Its lines have a readable length. */
export function Prose({ children, isLarge = false, ref }: ProseProps) {
  return (
    <div ref={ref} className={classNames(styles['prose'], isLarge && styles['large'])}>
      {children}
    </div>
  )
}
