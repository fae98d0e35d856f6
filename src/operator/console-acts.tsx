import { useEffect, useRef, useState } from 'react'
import type { AppErrorCode, Result } from '#shared/result.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import { TextArea, TextField } from '#src/design/text-field.tsx'
import { SelectField } from '#src/design/select-field.tsx'
import { showToast } from '#src/design/toast.ts'
import { useFocusProblem } from '#src/browser/focus-problem.ts'
import { useText } from '#src/i18n/i18n.ts'
import { proxy, ref, useSnapshot } from '#src/store/state.ts'
import { consoleProblem } from './console-answers.tsx'
import styles from './console.module.css'

export interface ActField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The kind of input. A `time` is in the operator's time zone. */
  readonly kind?: 'text' | 'number' | 'long' | 'time' | 'choice'
  /** The options of a `choice`; the first one is the default. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly isOptional?: boolean
  readonly maxLength: number
}

/** The values of an act's fields, by field name. */
export type ActValues = Readonly<Record<string, string>>

/** An action of an operator, as a button and as a command. A dialog asks for confirmation first. */
export interface ConsoleAct {
  readonly id: string
  /** The text of the button. */
  readonly label: string
  /** The title of the dialog and of the command. It names the subject, because the command list does not. */
  readonly title: string
  readonly hint: string
  readonly isDanger?: boolean
  readonly fields?: readonly ActField[]
  /** Sends the act. A retry with the same values sends the same `key`, so that it has no second effect after a lost answer. */
  readonly send: (values: ActValues, key: string) => Promise<Result<unknown>>
  /** The names of the fields whose values the server would reject. If there are any, nothing is sent. */
  readonly refusedFields?: (values: ActValues) => readonly string[]
  /** Maps a name in the server's rejection to a field's name, where the two differ. */
  readonly fieldNames?: Readonly<Record<string, string>>
  readonly onDone: () => void
}

interface ConsoleState {
  acts: readonly ConsoleAct[]
  openAct: ConsoleAct | null
}

export const consoleState = proxy<ConsoleState>({ acts: ref([]), openAct: null })

export function askAct(act: ConsoleAct): void {
  consoleState.openAct = ref({ ...act })
}

/** Registers a screen's acts as commands while it is shown. */
export function useActs(acts: readonly ConsoleAct[]): void {
  useEffect(() => {
    consoleState.acts = ref([...acts])
  })
  useEffect(() => () => void (consoleState.acts = ref([])), [])
}

export function ActButtons({ acts }: { readonly acts: readonly ConsoleAct[] }) {
  return (
    <div className={styles['buttons']}>
      {acts.map((act) => (
        <Button
          key={act.id}
          variant={act.isDanger === true ? 'danger' : 'quiet'}
          aria-haspopup="dialog"
          aria-label={act.title}
          onClick={() => askAct(act)}
        >
          {act.label}
        </Button>
      ))}
    </div>
  )
}

/** The dialog of the act that the operator has started. */
export function OpenActDialog() {
  const { openAct } = useSnapshot(consoleState)
  if (openAct === null) return null
  const close = () => {
    // Closes the dialog of this act only: another act may be open when the server's answer arrives.
    if (consoleState.openAct?.id === openAct.id) consoleState.openAct = null
  }
  return <ActDialog key={openAct.id} act={openAct} onClose={close} />
}

/** The idempotency keys of acts that have not succeeded yet, by act and values. A reopened dialog sends the same key again. */
const unansweredKeys = new Map<string, string>()

function idempotencyKeyFor(request: string): string {
  const key = unansweredKeys.get(request) ?? crypto.randomUUID()
  unansweredKeys.set(request, key)
  return key
}

function ActDialog({ act, onClose }: { readonly act: ConsoleAct; readonly onClose: () => void }) {
  const text = useText()
  const { form, values, setValue, missingNames, wrongNames, problem, isBusy, submit } = useActForm(act, onClose)
  return (
    <Dialog title={text('operator.question', { act: act.title })} closeLabel={text('dialog.close')} onClose={onClose}>
      <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['hint']}>{act.hint}</p>
        {act.fields?.map(({ name, label, hint, kind = 'text', options = [], maxLength }) => {
          const value = values[name] ?? ''
          const fieldProps = { label, value, maxLength, name, hint, onValue: (newValue: string) => setValue(name, newValue) }
          const wrongText = wrongNames.includes(name) ? text('operator.wrong') : undefined
          const fieldProblem = missingNames.includes(name) ? text('operator.missing') : wrongText
          if (kind === 'choice')
            return (
              <SelectField
                key={name}
                label={label}
                options={options}
                value={value === '' ? (options[0]?.value ?? '') : value}
                onValue={(newValue) => setValue(name, newValue)}
              />
            )
          return kind === 'long' ? (
            <TextArea key={name} {...fieldProps} hint={hint ?? ''} problem={fieldProblem} counter={`${value.length} / ${maxLength}`} />
          ) : (
            <TextField
              key={name}
              {...fieldProps}
              problem={fieldProblem}
              autoComplete="off"
              type={kind === 'time' ? 'datetime-local' : 'text'}
              inputMode={kind === 'number' ? 'numeric' : 'text'}
            />
          )
        })}
        {problem !== null && (
          <p role="alert" className={styles['problem']}>
            {consoleProblem(text, problem)}
          </p>
        )}
        <div className={styles['buttons']}>
          <Button type="submit" variant={act.isDanger === true ? 'danger' : 'primary'} isBusy={isBusy}>
            {act.label}
          </Button>
          <Button variant="plain" onClick={onClose}>
            {text('operator.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldFaults {
  /** The names of the required fields that are empty. */
  readonly missingNames: readonly string[]
  /** The names of the fields whose values were rejected. */
  readonly wrongNames: readonly string[]
  readonly failedTries: number
}

const NO_FAULTS: FieldFaults = { missingNames: [], wrongNames: [], failedTries: 0 }

function useActForm(act: ConsoleAct, onClose: () => void) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ActValues>({})
  const [{ missingNames, wrongNames, failedTries }, setFaults] = useState<FieldFaults>(NO_FAULTS)
  const [problem, setProblem] = useState<AppErrorCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  useFocusProblem(form, failedTries)
  const send = async () => {
    const requiredFields = (act.fields ?? []).filter(({ isOptional }) => isOptional !== true)
    const emptyNames = requiredFields.map(({ name }) => name).filter((name) => (values[name] ?? '').trim() === '')
    const refusedNames = emptyNames.length > 0 ? [] : (act.refusedFields?.(values) ?? [])
    const isValid = emptyNames.length + refusedNames.length === 0
    setProblem(null)
    setFaults({ missingNames: emptyNames, wrongNames: refusedNames, failedTries: isValid ? 0 : failedTries + 1 })
    if (isBusy || !isValid) return
    setBusy(true)
    const request = JSON.stringify([act.id, values])
    const answer = await act.send(values, idempotencyKeyFor(request))
    setBusy(false)
    setProblem(answer.ok ? null : answer.error.code)
    if (!answer.ok) {
      const rejectedNames = (answer.error.fields ?? []).map((name) => act.fieldNames?.[name] ?? name)
      return setFaults({ missingNames: [], wrongNames: rejectedNames, failedTries: failedTries + 1 })
    }
    unansweredKeys.delete(request)
    onClose()
    act.onDone()
    void showToast({ id: `operator-${act.id}`, color: 'success', title: text('operator.done', { act: act.title }) })
  }
  return {
    form,
    values,
    missingNames,
    wrongNames,
    problem,
    isBusy,
    setValue: (name: string, value: string) => {
      setValues((previousValues) => ({ ...previousValues, [name]: value }))
      const withoutName = (names: readonly string[]) => names.filter((one) => one !== name)
      setFaults({ missingNames: withoutName(missingNames), wrongNames: withoutName(wrongNames), failedTries: 0 })
    },
    submit: (event: React.SyntheticEvent) => {
      event.preventDefault()
      void send()
    },
  }
}
