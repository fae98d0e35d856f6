import type { ReactElement } from 'react'
import { useId, useState } from 'react'
import type { TextFieldProps } from './text-field.tsx'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'
import styles from './text-field.module.css'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'look' | 'id' | 'autoComplete'> {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly showLabel: string
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ showLabel, ...rest }: PasswordFieldProps): ReactElement {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      id={id}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button type="button" className={styles['toggle']} aria-pressed={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
          <span className="visually-hidden">{showLabel}</span>
        </button>
      }
    />
  )
}
