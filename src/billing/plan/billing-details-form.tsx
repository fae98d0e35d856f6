import { useEffect, useEffectEvent, useState } from 'react'
import type { AppErrorCode, Result } from '#shared/result.ts'
import { type BillingDetails, getBillingDetails, saveBillingDetails } from '#shared/api/invoices.ts'
import * as rules from '#shared/domain/invoice-rules.ts'
import { api } from '#src/hub-client/api.ts'
import { loadFailureText, failureText, useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { TextArea, TextField } from '#src/design/text-field.tsx'
import { endToast, showToast } from '#src/design/toast.ts'

const EMPTY_DETAILS: BillingDetails = { name: '', address: '', taxNumber: '' }

export function BillingDetailsForm() {
  const text = useText()
  const { details, problem, reload, setDetails } = useDetails()
  const [isBusy, setBusy] = useState(false)
  const [isTooLong, setTooLong] = useState(false)
  const { name, address, taxNumber } = details ?? EMPTY_DETAILS
  const send = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (details === null || isBusy) return
    setTooLong(hasTooManyLines(details.address))
    if (hasTooManyLines(details.address)) return
    endToast('billing-details')
    setBusy(true)
    const answer = await api.call(saveBillingDetails, details)
    setBusy(false)
    if (answer.ok) {
      setDetails(answer.value)
      void showToast({ id: 'billing-details', color: 'success', title: text('billing.details.saved') }, 'money')
      return
    }
    const description = failureText(answer.error)
    void showToast({ id: 'billing-details', color: 'error', title: text('billing.details.notSaved'), description }, 'money')
  }
  if (problem !== null)
    return (
      <FailedNote
        title={text('billing.details.failed')}
        hint={loadFailureText({ code: problem })}
        retryLabel={text('billing.retry')}
        onRetry={reload}
      />
    )
  const isLoading = details === null
  const addressHint = text('billing.details.addressHint', { lines: rules.BILLING_ADDRESS_MAX_LINES })
  return (
    <form method="post" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label={text('billing.details.name')}
        autoComplete="billing name"
        maxLength={rules.BILLING_NAME_MAX_LENGTH}
        readOnly={isLoading}
        value={name}
        onValue={(value) => setDetails({ name: value, address, taxNumber })}
      />
      <TextArea
        label={text('billing.details.address')}
        hint={addressHint}
        problem={isTooLong ? addressHint : undefined}
        autoComplete="billing street-address"
        maxLength={rules.BILLING_ADDRESS_MAX_LENGTH}
        counter={`${address.length} / ${rules.BILLING_ADDRESS_MAX_LENGTH}`}
        readOnly={isLoading}
        value={address}
        onValue={(value) => {
          setTooLong(false)
          setDetails({ name, address: value, taxNumber })
        }}
      />
      <TextField
        label={text('billing.details.taxNumber')}
        autoComplete="off"
        maxLength={rules.TAX_NUMBER_MAX_LENGTH}
        readOnly={isLoading}
        value={taxNumber}
        onValue={(value) => setDetails({ name, address, taxNumber: value })}
      />
      <Button type="submit" isBusy={isBusy}>
        {text('billing.details.save')}
      </Button>
    </form>
  )
}

function hasTooManyLines(address: string): boolean {
  return address.trim().split('\n').length > rules.BILLING_ADDRESS_MAX_LINES
}

interface Details {
  /** The values in the form; null until they are loaded. */
  readonly details: BillingDetails | null
  readonly problem: AppErrorCode | null
  readonly reload: () => void
  readonly setDetails: (details: BillingDetails) => void
}

function useDetails(): Details {
  const [state, setState] = useState<Pick<Details, 'details' | 'problem'>>({ details: null, problem: null })
  const receiveAnswer = (answer: Result<BillingDetails>) =>
    setState(answer.ok ? { details: answer.value, problem: null } : { details: null, problem: answer.error.code })
  const receiveFirstAnswer = useEffectEvent(receiveAnswer)
  useEffect(() => {
    void api.call(getBillingDetails, {}).then((answer) => receiveFirstAnswer(answer))
  }, [])
  return {
    ...state,
    reload: () => void api.call(getBillingDetails, {}).then(receiveAnswer),
    setDetails: (details) => setState({ details, problem: null }),
  }
}
