import type { AppErrorCode } from '#shared/app-error.ts'
import type { Question } from '#src/design/question.ts'
import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { type ContactDraft, EMPTY_DRAFT, saveContactDraft, readContactDraft } from './contact-draft.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { text } from '#src/platform/i18n.ts'
import { useFocusProblem } from '#src/platform/focus-fallback.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { pressMutation } from '#src/platform/press-mutation.ts'
import { ask } from '#src/design/ask.ts'
import { isEmail, normalizeEmail } from '#shared/domain/account-rules.ts'
import { rememberMessage } from './sent-messages.ts'

interface ContactForm {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly draft: ContactDraft
  readonly problems: Partial<Record<ContactField, ContactProblem>>
  /** Why this device could not store it. */
  readonly failure: AppErrorCode | null
  readonly isBusy: boolean
  readonly write: (field: ContactField, value: string) => void
  /** Restores a refused message to the form; false when the person keeps the current text. */
  readonly takeBack: (letter: ContactDraft) => Promise<boolean>
  readonly submit: (event: SyntheticEvent) => Promise<void>
}

/** The contact form's state. Drafts are stored at each keystroke; sending passes the message to the hub. */
export function useContactForm(owner: string): ContactForm {
  const ownEmail = useSnapshot(hubState).account?.email ?? ''
  const [stored, setStored] = useState(() => readContactDraft(owner))
  const [{ problems, refusals }, setProblems] = useState<{ problems: ContactForm['problems']; refusals: number }>({
    problems: {},
    refusals: 0,
  })
  const [failure, setFailure] = useState<AppErrorCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isOwnTouched, setOwnTouched] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  useFocusProblem(ref, refusals)
  const draft = stored.email === '' && !isOwnTouched ? { ...stored, email: ownEmail } : stored
  const keep = (fields: Partial<ContactDraft>) => {
    setStored({ ...draft, ...fields })
    saveContactDraft(owner, fields)
  }
  return {
    ref,
    draft,
    problems,
    failure,
    isBusy,
    write(field, value) {
      if (field === 'email') setOwnTouched(true)
      setProblems({ problems: { ...problems, [field]: undefined }, refusals: 0 })
      // An address alone is not stored as a draft.
      keep({ ...(draft.email !== '' && { email: draft.email }), [field]: value })
    },
    async takeBack({ email, subject, message }) {
      const isWritten = draft.subject !== '' || draft.message !== ''
      if (isWritten && !(await ask(replaceQuestion()))) return false
      keep({ email, subject, message })
      return true
    },
    async submit(event) {
      event.preventDefault()
      if (isBusy) return
      const found = contactProblems(draft)
      setProblems({ problems: found, refusals: Object.keys(found).length === 0 ? 0 : refusals + 1 })
      if (Object.keys(found).length > 0) return
      setBusy(true)
      const { id, answer } = await pressMutation({ kind: 'contact', ...trimmed(draft) })
      if (answer.ok) {
        await rememberMessage({ id, owner, subject: draft.subject })
        keep({ ...EMPTY_DRAFT, email: draft.email })
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

function trimmed({ email, subject, message }: ContactDraft): ContactDraft {
  return { email: email.trim(), subject: subject.trim(), message: message.trim() }
}

type ContactField = keyof ContactDraft
type ContactProblem = 'missing' | 'shape'

/** Client-side checks. */
export function contactProblems({ email, subject, message }: ContactDraft): Partial<Record<ContactField, ContactProblem>> {
  return {
    ...(email.trim() === '' ? { email: 'missing' } : !isEmail(normalizeEmail(email)) && { email: 'shape' }),
    ...(subject.trim() === '' && { subject: 'missing' }),
    ...(message.trim() === '' && { message: 'missing' }),
  }
}
