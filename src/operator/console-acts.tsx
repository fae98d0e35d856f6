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
  asked: ConsoleAct | null
}

export const consoleState = proxy<ConsoleState>({ acts: ref([]), asked: null })

export function askAct(act: ConsoleAct): void {
  consoleState.asked = ref({ ...act })
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
export function AskedAct() {
  const { asked } = useSnapshot(consoleState)
  if (asked === null) return null
  const close = () => {
    // Another act may be open when the answer arrives.
    if (consoleState.asked?.id === asked.id) consoleState.asked = null
  }
  return <ActDialog key={asked.id} act={asked} onClose={close} />
}

/** Keys of acts that the server has not answered, by act and values. A reopened dialog sends the same key again. */
const openKeys = new Map<string, string>()

function keyOf(sent: string): string {
  const key = openKeys.get(sent) ?? crypto.randomUUID()
  openKeys.set(sent, key)
  return key
}

function ActDialog({ act, onClose }: { readonly act: ConsoleAct; readonly onClose: () => void }) {
  const text = useText()
  const { form, values, write, missing, wrong, problem, isBusy, submit } = useActForm(act, onClose)
  return (
    <Dialog title={text('operator.question', { act: act.title })} closeLabel={text('dialog.close')} onClose={onClose}>
      <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['hint']}>{act.hint}</p>
        {act.fields?.map(({ name, label, hint, kind = 'text', options = [], maxLength }) => {
          const value = values[name] ?? ''
          const shared = { label, value, maxLength, name, hint, onValue: (next: string) => write(name, next) }
          const isWrong = wrong.includes(name) ? text('operator.wrong') : undefined
          const fault = missing.includes(name) ? text('operator.missing') : isWrong
          if (kind === 'choice')
            return (
              <SelectField
                key={name}
                label={label}
                options={options}
                value={value === '' ? (options[0]?.value ?? '') : value}
                onValue={(next) => write(name, next)}
              />
            )
          return kind === 'long' ? (
            <TextArea key={name} {...shared} hint={hint ?? ''} problem={fault} counter={`${value.length} / ${maxLength}`} />
          ) : (
            <TextField
              key={name}
              {...shared}
              problem={fault}
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
  /** The names of the empty required fields, and of the fields with rejected values. */
  readonly missing: readonly string[]
  readonly wrong: readonly string[]
  readonly tries: number
}

const NO_FAULTS: FieldFaults = { missing: [], wrong: [], tries: 0 }

function useActForm(act: ConsoleAct, onClose: () => void) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ActValues>({})
  const [{ missing, wrong, tries }, setFaults] = useState<FieldFaults>(NO_FAULTS)
  const [problem, setProblem] = useState<AppErrorCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  useFocusProblem(form, tries)
  const send = async () => {
    const needed = (act.fields ?? []).filter(({ isOptional }) => isOptional !== true)
    const empty = needed.map(({ name }) => name).filter((name) => (values[name] ?? '').trim() === '')
    const refused = empty.length > 0 ? [] : (act.refusedFields?.(values) ?? [])
    const isFine = empty.length + refused.length === 0
    setProblem(null)
    setFaults({ missing: empty, wrong: refused, tries: isFine ? 0 : tries + 1 })
    if (isBusy || !isFine) return
    setBusy(true)
    const sent = JSON.stringify([act.id, values])
    const answer = await act.send(values, keyOf(sent))
    setBusy(false)
    setProblem(answer.ok ? null : answer.error.code)
    if (!answer.ok) {
      const named = (answer.error.fields ?? []).map((name) => act.fieldNames?.[name] ?? name)
      return setFaults({ missing: [], wrong: named, tries: tries + 1 })
    }
    openKeys.delete(sent)
    onClose()
    act.onDone()
    void showToast({ id: `operator-${act.id}`, color: 'success', title: text('operator.done', { act: act.title }) })
  }
  return {
    form,
    values,
    missing,
    wrong,
    problem,
    isBusy,
    write: (name: string, value: string) => {
      setValues((before) => ({ ...before, [name]: value }))
      const others = (names: readonly string[]) => names.filter((one) => one !== name)
      setFaults({ missing: others(missing), wrong: others(wrong), tries: 0 })
    },
    submit: (event: React.SyntheticEvent) => {
      event.preventDefault()
      void send()
    },
  }
}
