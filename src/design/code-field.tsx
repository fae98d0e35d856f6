import type { ReactElement } from 'react'
import type { TextFieldProps } from './text-field.tsx'
import { TextField } from './text-field.tsx'

interface CodeFieldProps extends Pick<TextFieldProps, 'label' | 'value' | 'problem' | 'hint' | 'onValue'> {
  readonly length: number
  /** Makes the digits of what was typed or pasted. */
  readonly parse: (text: string) => string
  readonly onComplete: (code: string) => void
}

/** A code of digits that completes itself with the last one. A wrong one is selected, so that the next key replaces it. */
export function CodeField({ length, parse, value, onValue, onComplete, ...rest }: CodeFieldProps): ReactElement {
  const take = (text: string) => {
    const code = parse(text)
    if (code === value) return
    onValue(code)
    if (code.length === length) onComplete(code)
  }
  return (
    <TextField
      {...rest}
      look="code"
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      onFocus={(event) => value.length === length && event.target.select()}
      onValue={take}
    />
  )
}
