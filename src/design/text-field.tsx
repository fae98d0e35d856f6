import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  /** Why it is not taken; it stands below in place of the hint. */
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  /** How the input looks. */
  readonly look?: 'plain' | 'code'
  /** Stands before the text in the same box. */
  readonly icon?: IconName
  /** Stands behind it. */
  readonly end?: ReactNode
  readonly onValue: (value: string) => void
}

/** One line of text with its name above, and below it what helps or what is wrong. */
export function TextField({ label, value, problem, hint, look = 'plain', icon, end, onValue, ...rest }: TextFieldProps): ReactElement {
  const ownId = useId()
  const id = rest.id ?? ownId
  const note = problem ?? hint
  // Said at once: the focus is in the field already, so its description would not be read again.
  const noteKind = problem === undefined ? undefined : 'alert'
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['box']}>
        {icon !== undefined && <Icon name={icon} />}
        <input
          {...rest}
          id={id}
          className={styles['input']}
          data-look={look}
          value={value}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onValue(event.target.value)}
        />
        {end}
      </div>
      {note !== undefined && (
        <p key={noteKind} id={`${id}-note`} role={noteKind} className={styles['note']} data-problem={noteKind === 'alert' || undefined}>
          {noteKind === 'alert' && <Icon name="alert" size="s" />}
          {note}
        </p>
      )}
    </div>
  )
}
