import { classNames } from './class-names.ts'
import styles from './prose.module.css'

interface ProseProps {
  readonly children?: React.ReactNode
  /** Larger text, for long reading. */
  readonly isLarge?: boolean
  readonly ref?: React.Ref<HTMLDivElement>
}

/** Long text: headings, paragraphs, lists and quotes at a readable line length. */
export function Prose({ children, isLarge = false, ref }: ProseProps) {
  return (
    <div ref={ref} className={classNames(styles['prose'], isLarge && styles['large'])}>
      {children}
    </div>
  )
}
