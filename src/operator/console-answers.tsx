import { useEffect, useState } from 'react'
import type { Call } from '#shared/api/define-call.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { api } from '#src/hub-client/api.ts'
import { Button } from '#src/design/button.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { type Text, errorText, loadFailureText, useText } from '#src/i18n/i18n.ts'

interface Answer<Data> {
  /** The server's answer; undefined until the first one. It stays if a reload fails. */
  readonly value: Data | undefined
  readonly problem: AppErrorCode | null
  readonly reload: () => void
}

interface Reading<Data> {
  readonly asked: string
  /** How often the answer was reloaded. */
  readonly times: number
  readonly value?: Data
  readonly problem: AppErrorCode | null
}

/** The server's answer to a reading call of the console. It is requested again when `input` changes, and never stored. */
export function useAnswer<Input extends object, Data>(call: Call<Input, Data>, input: Input): Answer<Data> {
  const asked = JSON.stringify(input)
  const [times, setTimes] = useState(0)
  const [reading, setReading] = useState<Reading<Data>>({ asked, times, problem: null })
  useEffect(() => {
    const stopping = new AbortController()
    const ask = async () => {
      const answer = await api.call(call, JSON.parse(asked) as Input, { signal: stopping.signal })
      if (stopping.signal.aborted) return
      setReading((before) => {
        if (answer.ok) return { asked, times, value: answer.value, problem: null }
        const previous = before.asked === asked ? before : { asked }
        return { ...previous, times, problem: answer.error.code }
      })
    }
    void ask()
    return () => stopping.abort()
  }, [call, asked, times])
  const isOfInput = reading.asked === asked
  return {
    value: isOfInput ? reading.value : undefined,
    problem: isOfInput ? reading.problem : null,
    reload: () => setTimes((before) => before + 1),
  }
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly hasNext: boolean
}

interface Pages<Row> extends Omit<Answer<readonly Row[]>, 'reload'> {
  readonly hasNext: boolean
  readonly isBusy: boolean
  readonly more: () => void
  readonly reload: () => void
}

/** Loads a list page by page. `next` returns the input for the page that follows the given rows. */
export function usePages<Input extends object, Row>(
  call: Call<Input, Page<Row>>,
  input: Input,
  next: (rows: readonly Row[]) => Partial<Input>,
): Pages<Row> {
  const first = useAnswer(call, input)
  const [later, setLater] = useState<{ first: Page<Row> | undefined; rows: readonly Row[]; hasNext: boolean }>()
  const [failed, setFailed] = useState<AppErrorCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isCurrent = later !== undefined && later.first === first.value
  const rows = first.value && [...first.value.data, ...(isCurrent ? later.rows : [])]
  const loadMore = async () => {
    if (rows === undefined || isBusy) return
    setBusy(true)
    const answer = await api.call(call, { ...input, ...next(rows) })
    setBusy(false)
    setFailed(answer.ok ? null : answer.error.code)
    if (!answer.ok) return
    const before = isCurrent ? later.rows : []
    setLater({ first: first.value, rows: [...before, ...answer.value.data], hasNext: answer.value.hasNext })
  }
  return {
    value: rows,
    problem: first.problem ?? failed,
    hasNext: (isCurrent ? later.hasNext : first.value?.hasNext) === true,
    isBusy,
    reload: first.reload,
    more: () => void loadMore(),
  }
}

interface AnswerContainerProps<Data> {
  readonly answer: { readonly value: Data | undefined; readonly problem: AppErrorCode | null; readonly reload: () => void }
  readonly children: (value: Data) => React.ReactNode
}

/** Shows an answer, or why the call failed. An earlier answer stays visible below the reason. */
export function AnswerContainer<Data>({ answer: { value, problem, reload }, children }: AnswerContainerProps<Data>) {
  const text = useText()
  if (value === undefined && problem === null) return <LoadingNote text={text('operator.loading')} />
  return (
    <>
      {problem !== null && (
        <FailedNote
          title={text('operator.failed')}
          hint={consoleLoadProblem(text, problem)}
          retryLabel={text('operator.retry')}
          onRetry={reload}
        />
      )}
      {value !== undefined && children(value)}
    </>
  )
}

/** Why an answer could not be loaded. H4001 means a missing object, or that the operator's login is too old. */
export function consoleLoadProblem(text: Text, code: AppErrorCode): string {
  return code === 'H4001' ? text('operator.gone') : loadFailureText({ code })
}

/** Why an act of the console failed. */
export function consoleProblem(text: Text, code: AppErrorCode): string {
  return code === 'H4001' ? text('operator.gone') : errorText(code)
}

interface MoreProps {
  readonly pages: { readonly hasNext: boolean; readonly isBusy: boolean; readonly more: () => void }
}

export function More({ pages: { hasNext, isBusy, more } }: MoreProps) {
  const text = useText()
  return hasNext ? (
    <Button isBusy={isBusy} onClick={more}>
      {text('operator.more')}
    </Button>
  ) : null
}
