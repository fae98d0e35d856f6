import { type ReactElement, type TextareaHTMLAttributes, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './text-area.module.css'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'onChange' | 'id'> {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly counter: string
  readonly hint?: string
  /** The validation error, shown in place of the hint. */
  readonly problem?: string | undefined
  /** The keyboard shortcut, shown only on devices with a keyboard. */
  readonly shortcut?: string
  readonly onValue: (value: string) => void
}

/** A text field that grows with its text, with a character count below. */
export function TextArea({ label, value, maxLength, counter, hint, problem, shortcut, onValue, ...rest }: TextAreaProps): ReactElement {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={styles['area']}
        value={value}
        maxLength={maxLength}
        dir="auto"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-note`}
        // Browsers scroll only the caret into view.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
        onChange={(event) => onValue(event.target.value)}
      />
      <p id={`${id}-note`} className={styles['note']}>
        <span>
          {problem === undefined ? (
            hint
          ) : (
            <span role="alert" className={styles['problem']}>
              {problem}
            </span>
          )}{' '}
          <span className={styles['shortcut']}>{shortcut}</span>
        </span>
        <span className={classNames(styles['counter'], value.length >= maxLength && styles['full'])}>{counter}</span>
      </p>
    </div>
  )
}
