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

interface ReadingState<Data> {
  readonly inputText: string
  /** How often the answer was reloaded. */
  readonly reloadCount: number
  readonly value?: Data
  readonly problem: AppErrorCode | null
}

/** The server's answer to a reading call of the console. It is requested again when `input` changes, and never stored. */
export function useAnswer<Input extends object, Data>(call: Call<Input, Data>, input: Input): Answer<Data> {
  const inputText = JSON.stringify(input)
  const [reloadCount, setReloadCount] = useState(0)
  const [reading, setReading] = useState<ReadingState<Data>>({ inputText, reloadCount, problem: null })
  useEffect(() => {
    const stopController = new AbortController()
    const load = async () => {
      const answer = await api.call(call, JSON.parse(inputText) as Input, { signal: stopController.signal })
      if (stopController.signal.aborted) return
      setReading((previousReading) => {
        if (answer.ok) return { inputText, reloadCount, value: answer.value, problem: null }
        const previousFields = previousReading.inputText === inputText ? previousReading : { inputText }
        return { ...previousFields, reloadCount, problem: answer.error.code }
      })
    }
    void load()
    return () => stopController.abort()
  }, [call, inputText, reloadCount])
  const isForInput = reading.inputText === inputText
  return {
    value: isForInput ? reading.value : undefined,
    problem: isForInput ? reading.problem : null,
    reload: () => setReloadCount((count) => count + 1),
  }
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly hasNext: boolean
}

interface Pages<Row> extends Omit<Answer<readonly Row[]>, 'reload'> {
  readonly hasNext: boolean
  readonly isBusy: boolean
  readonly onMore: () => void
  readonly reload: () => void
}

/** Loads a list page by page. `nextInput` returns the input for the page that follows the given rows. */
export function usePages<Input extends object, Row>(
  call: Call<Input, Page<Row>>,
  input: Input,
  nextInput: (rows: readonly Row[]) => Partial<Input>,
): Pages<Row> {
  const firstPage = useAnswer(call, input)
  const [laterPages, setLaterPages] = useState<{ firstPage: Page<Row> | undefined; rows: readonly Row[]; hasNext: boolean }>()
  const [moreProblem, setMoreProblem] = useState<AppErrorCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  const areLaterPagesCurrent = laterPages !== undefined && laterPages.firstPage === firstPage.value
  const rows = firstPage.value && [...firstPage.value.data, ...(areLaterPagesCurrent ? laterPages.rows : [])]
  const loadMore = async () => {
    if (rows === undefined || isBusy) return
    setBusy(true)
    const answer = await api.call(call, { ...input, ...nextInput(rows) })
    setBusy(false)
    setMoreProblem(answer.ok ? null : answer.error.code)
    if (!answer.ok) return
    const laterRows = areLaterPagesCurrent ? laterPages.rows : []
    setLaterPages({ firstPage: firstPage.value, rows: [...laterRows, ...answer.value.data], hasNext: answer.value.hasNext })
  }
  return {
    value: rows,
    problem: firstPage.problem ?? moreProblem,
    hasNext: (areLaterPagesCurrent ? laterPages.hasNext : firstPage.value?.hasNext) === true,
    isBusy,
    reload: firstPage.reload,
    onMore: () => void loadMore(),
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

interface MoreButtonProps {
  readonly pages: { readonly hasNext: boolean; readonly isBusy: boolean; readonly onMore: () => void }
}

export function MoreButton({ pages: { hasNext, isBusy, onMore } }: MoreButtonProps) {
  const text = useText()
  return hasNext ? (
    <Button isBusy={isBusy} onClick={onMore}>
      {text('operator.more')}
    </Button>
  ) : null
}
