import { useId, useState } from 'react'
import styles from './text-field.module.css'
import { type IconName, Icon } from './icon.tsx'
import { classNames } from './class-names.ts'
import textAreaStyles from './text-area.module.css'

/** Control characters such as tabs, which servers reject in names. */
const CONTROL_CHARACTERS = /\p{Cc}/gu
const CONTROL_CHARACTERS_BUT_LINES = /[^\P{Cc}\n]/gu

interface TextFieldProps extends Omit<React.InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  /** The validation error; it replaces the hint. */
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  readonly variant?: 'plain' | 'code'
  /** For passwords: control characters stay in the text. */
  readonly isSecret?: boolean
  /** Shown before the text, in the same box. */
  readonly icon?: IconName
  /** Shown after the text, in the same box. */
  readonly end?: React.ReactNode
  readonly onValue: (value: string) => void
}

/** A one-line text field with its label above, and a hint or error below. */
export function TextField({
  label,
  value,
  problem,
  hint,
  variant = 'plain',
  isSecret = false,
  icon,
  end,
  onValue,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const note = problem ?? hint
  // Screen readers do not read the description of a focused field again when it changes. They read an alert, because it is a live region.
  const noteRole = problem === undefined ? undefined : 'alert'
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
          data-variant={variant}
          value={value}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={({ target: { value: typed } }) => onValue(isSecret ? typed : typed.replaceAll(CONTROL_CHARACTERS, ' '))}
        />
        {end}
      </div>
      {note !== undefined && (
        <p key={noteRole} id={`${id}-note`} role={noteRole} className={styles['note']} data-problem={noteRole === 'alert' || undefined}>
          {noteRole === 'alert' && <Icon name="alert" size="s" />}
          {note}
        </p>
      )}
    </div>
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'variant' | 'isSecret' | 'id' | 'autoComplete'> {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly showLabel: string
}

/** A password field with a button that shows its text. */
export function PasswordField({ showLabel, ...rest }: PasswordFieldProps) {
  const id = useId()
  const [isTextShown, setTextShown] = useState(false)
  return (
    <TextField
      {...rest}
      id={id}
      isSecret
      type={isTextShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={isTextShown}
          aria-controls={id}
          onClick={() => setTextShown(!isTextShown)}
        >
          <Icon name={isTextShown ? 'eyeOff' : 'eye'} />
          <span className="visually-hidden">{showLabel}</span>
        </button>
      }
    />
  )
}

interface CodeFieldProps extends Pick<TextFieldProps, 'label' | 'value' | 'problem' | 'hint' | 'onValue'> {
  readonly length: number
  /** Extracts the digits of typed or pasted text. */
  readonly parse: (text: string) => string
  readonly onComplete: (code: string) => void
}

/**
 * A code of digits that is submitted with the last digit. A complete code is selected when the field gets the focus, so that the next key
 * replaces it.
 */
export function CodeField({ length, parse, value, onValue, onComplete, ...rest }: CodeFieldProps) {
  const enterCode = (text: string) => {
    const code = parse(text)
    if (code === value) return
    onValue(code)
    if (code.length === length) onComplete(code)
  }
  return (
    <TextField
      {...rest}
      variant="code"
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      onFocus={(event) => value.length === length && event.target.select()}
      onValue={enterCode}
    />
  )
}

interface TextAreaProps extends Omit<React.TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'onChange' | 'id'> {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly counter: string
  readonly hint?: string
  /** The validation error; it replaces the hint. */
  readonly problem?: string | undefined
  /** The keyboard shortcut that submits the text, shown only on devices with a keyboard. */
  readonly shortcut?: string
  readonly onValue: (value: string) => void
}

/** A text field that grows with its text, with a character counter below. */
export function TextArea({ label, value, maxLength, counter, hint, problem, shortcut, onValue, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={textAreaStyles['field']}>
      <label className={textAreaStyles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={textAreaStyles['area']}
        value={value}
        maxLength={maxLength}
        dir="auto"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-note`}
        // Scrolls the whole field into view. Browsers scroll only its caret into view.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
        onChange={(event) => onValue(event.target.value.replaceAll(CONTROL_CHARACTERS_BUT_LINES, ' '))}
      />
      <p id={`${id}-note`} className={textAreaStyles['note']}>
        <span>
          {problem === undefined ? (
            hint
          ) : (
            <span role="alert" className={textAreaStyles['problem']}>
              {problem}
            </span>
          )}{' '}
          <span className={textAreaStyles['shortcut']}>{shortcut}</span>
        </span>
        <span className={classNames(textAreaStyles['counter'], value.length >= maxLength && textAreaStyles['full'])}>{counter}</span>
      </p>
    </div>
  )
}
