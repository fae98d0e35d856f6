import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import type { AppError, Result } from '#shared/result.ts'
import { type Problems, refusal } from './form-checks.ts'
import { useFocusProblem } from '#src/platform/focus-fallback.ts'

interface AccountFormState<Field extends string> {
  readonly problems: Problems<Field>
  readonly refusals: number
  readonly isBusy: boolean
}

interface Sending<Field extends string, Data> {
  /** Client-side checks; a failure sends nothing. */
  readonly found: Problems<Field>
  readonly call: () => Promise<Result<Data>>
  /** The field of a server refusal, where it belongs to one. */
  readonly place?: (error: AppError) => Problems<Field> | null
  readonly onDone: (data: Data) => void
}

export interface AccountForm<Field extends string> extends Pick<AccountFormState<Field>, 'problems' | 'isBusy'> {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly send: <Data>(event: SyntheticEvent, sending: Sending<Field, Data>) => Promise<void>
}

/** A form with one call: input is kept after a refusal, and the first wrong field is focused. */
export function useAccountForm<Field extends string>(): AccountForm<Field> {
  const ref = useRef<HTMLFormElement>(null)
  const [{ problems, refusals, isBusy }, setState] = useState<AccountFormState<Field>>({ problems: {}, refusals: 0, isBusy: false })
  useFocusProblem(ref, refusals)
  const refuse = (found: Problems<Field>) => setState({ problems: found, refusals: refusals + 1, isBusy: false })
  return {
    problems,
    isBusy,
    ref,
    async send(event, { found, call, place, onDone }) {
      event.preventDefault()
      if (isBusy) return
      if (Object.keys(found).length > 0) return refuse(found)
      setState({ problems: {}, refusals, isBusy: true })
      const answer = await call()
      if (!answer.ok) return refuse(place?.(answer.error) ?? { form: refusal(answer.error, Date.now()) })
      setState({ problems: {}, refusals, isBusy: false })
      onDone(answer.value)
    },
  }
}
