import { useRef, useState } from 'react'
import { CONTACT_MESSAGE_MAX_LENGTH, CONTACT_SUBJECT_MAX_LENGTH } from '#shared/domain/support-rules.ts'
import { errorText, formatNumber, useText, text } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { Button } from '#src/design/button.tsx'
import { TextArea, TextField } from '#src/design/text-field.tsx'
import styles from './contact-form.module.css'
import { LetterList, rememberMessage } from './letter-list.tsx'
import type { AppErrorCode } from '#shared/result.ts'
import { type ContactDraft, EMPTY_DRAFT, saveContactDraft, readContactDraft } from './contact-draft.ts'
import { useFocusProblem } from '#src/browser/focus-problem.ts'
import { pressMutation } from '#src/hub-client/press-mutation.ts'
import type { Question } from '#src/design/ask-host.tsx'
import { ask } from '#src/design/ask.ts'
import { isAcceptedEmail } from '#shared/domain/account-rules.ts'

/** The contact form. Offline, the message is stored and sent later. Each account has its own draft. */
export function ContactForm() {
  const owner = useAccountId()
  return <OwnContactForm key={owner} owner={owner} />
}

function OwnContactForm({ owner }: { readonly owner: string }) {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const { ref, draft, problems, failure, isBusy, write, restoreLetter, submit } = useContactForm(owner)
  const problemOf = (field: keyof typeof problems) => problems[field] && text(`support.problem.${field}.${problems[field]}`)
  return (
    <>
      <form ref={ref} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={text('support.email')}
          hint={text('support.emailHint')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.email}
          problem={problemOf('email')}
          onValue={(value) => write('email', value)}
        />
        <TextField
          label={text('support.subject')}
          name="subject"
          autoComplete="off"
          maxLength={CONTACT_SUBJECT_MAX_LENGTH}
          value={draft.subject}
          problem={problemOf('subject')}
          onValue={(value) => write('subject', value)}
        />
        <TextArea
          label={text('support.message')}
          hint={text('support.messageHint')}
          name="message"
          maxLength={CONTACT_MESSAGE_MAX_LENGTH}
          counter={`${formatNumber(draft.message.length)} / ${formatNumber(CONTACT_MESSAGE_MAX_LENGTH)}`}
          value={draft.message}
          problem={problemOf('message')}
          onValue={(value) => write('message', value)}
        />
        {failure !== null && (
          <p role="alert" className={styles['failure']}>
            {errorText(failure)}
          </p>
        )}
        <div className={styles['send']}>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {text('support.send')}
          </Button>
          {!isOnline && <p className={styles['offline']}>{text('support.offline')}</p>}
        </div>
      </form>
      <LetterList onRestore={restoreLetter} />
    </>
  )
}

interface ContactFields {
  readonly ref: React.RefObject<HTMLFormElement | null>
  readonly draft: ContactDraft
  readonly problems: Partial<Record<ContactField, ContactProblem>>
  /** Why this device could not store the message; null if there is no error. */
  readonly failure: AppErrorCode | null
  readonly isBusy: boolean
  readonly write: (field: ContactField, value: string) => void
  /** Puts a rejected message back into the form. False if the user prefers the current text. */
  readonly restoreLetter: (letter: ContactDraft) => Promise<boolean>
  readonly submit: (event: React.SyntheticEvent) => Promise<void>
}

/** The state of the contact form. The draft is stored at each keystroke. To send a message, the form passes it to the hub. */
function useContactForm(owner: string): ContactFields {
  const ownEmail = useSnapshot(hubState).account?.email ?? ''
  const [storedDraft, setStoredDraft] = useState(() => readContactDraft(owner))
  const [{ problems, rejectionCount }, setProblems] = useState<{ problems: ContactFields['problems']; rejectionCount: number }>({
    problems: {},
    rejectionCount: 0,
  })
  const [failure, setFailure] = useState<AppErrorCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isEmailEdited, setEmailEdited] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  useFocusProblem(ref, rejectionCount)
  const draft = storedDraft.email === '' && !isEmailEdited ? { ...storedDraft, email: ownEmail } : storedDraft
  const updateDraft = (fields: Partial<ContactDraft>) => {
    setStoredDraft({ ...draft, ...fields })
    saveContactDraft(owner, fields)
  }
  return {
    ref,
    draft,
    problems,
    failure,
    isBusy,
    write(field, value) {
      if (field === 'email') setEmailEdited(true)
      setProblems({ problems: { ...problems, [field]: undefined }, rejectionCount: 0 })
      // The shown address, which may be the account's, is stored with the field. A draft with only an address is not stored.
      updateDraft({ ...(draft.email !== '' && { email: draft.email }), [field]: value })
    },
    async restoreLetter({ email, subject, message }) {
      const isWritten = draft.subject !== '' || draft.message !== ''
      if (isWritten && !(await ask(replaceQuestion()))) return false
      updateDraft({ email, subject, message })
      return true
    },
    async submit(event) {
      event.preventDefault()
      if (isBusy) return
      const foundProblems = contactProblems(draft)
      setProblems({ problems: foundProblems, rejectionCount: Object.keys(foundProblems).length === 0 ? 0 : rejectionCount + 1 })
      if (Object.keys(foundProblems).length > 0) return
      setFailure(null)
      setBusy(true)
      const { id, answer } = await pressMutation({ kind: 'contact', ...trimDraft(draft) })
      if (answer.ok) {
        await rememberMessage({ id, owner, subject: draft.subject })
        updateDraft({ ...EMPTY_DRAFT, email: draft.email })
      }
      setFailure(answer.ok ? null : answer.error.code)
      setBusy(false)
    },
  }
}

function replaceQuestion(): Question {
  return {
    title: text('support.replace'),
    hint: text('support.replaceHint'),
    yes: text('support.replaceYes'),
    no: text('support.replaceNo'),
  }
}

function trimDraft({ email, subject, message }: ContactDraft): ContactDraft {
  return { email: email.trim(), subject: subject.trim(), message: message.trim() }
}

type ContactField = keyof ContactDraft
type ContactProblem = 'missing' | 'shape'

export function contactProblems({ email, subject, message }: ContactDraft): Partial<Record<ContactField, ContactProblem>> {
  return {
    ...(email.trim() === '' ? { email: 'missing' } : !isAcceptedEmail(email) && { email: 'shape' }),
    ...(subject.trim() === '' && { subject: 'missing' }),
    ...(message.trim() === '' && { message: 'missing' }),
  }
}
