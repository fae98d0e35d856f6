import { useId } from 'react'
import { Icon } from './icon.tsx'
import styles from './select-field.module.css'

interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** The language of the option's label, if it is not the page's. */
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
}

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value
  /** Why the choice has no effect yet. */
  readonly problem?: string | undefined
  readonly onValue: (value: Value) => void
}

/** A choice from many options, as native select: the user can type to find an option, and it fits every screen. */
export function SelectField<Value extends string>({ label, options, value, problem, onValue }: SelectFieldProps<Value>) {
  const id = useId()
  const chooseOption = (chosenValue: string) => {
    const option = options.find((each) => each.value === chosenValue)
    if (option !== undefined) onValue(option.value)
  }
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <span className={styles['box']}>
        <select id={id} className={styles['select']} value={value} onChange={(event) => chooseOption(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.language} dir={option.direction}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" size="s" />
      </span>
      <output className={styles['problem']}>{problem}</output>
    </div>
  )
}
