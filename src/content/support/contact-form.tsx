import type { ReactElement } from 'react'
import { CONTACT_MESSAGE_MAX_LENGTH, CONTACT_SUBJECT_MAX_LENGTH } from '#shared/domain/support-rules.ts'
import { errorText } from '#src/platform/error-text.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { Button } from '#src/design/button.tsx'
import { TextArea } from '#src/design/text-area.tsx'
import { TextField } from '#src/design/text-field.tsx'
import styles from './contact-form.module.css'
import { LetterList } from './letter-list.tsx'
import { useContactForm } from './use-contact-form.ts'

/** The contact form. Offline the message is stored and sent later. Each account has its own form. */
export function ContactForm(): ReactElement {
  const owner = useAccountId()
  return <OwnContactForm key={owner} owner={owner} />
}

function OwnContactForm({ owner }: { readonly owner: string }): ReactElement {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const { ref, draft, problems, failure, isBusy, write, takeBack, submit } = useContactForm(owner)
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
          counter={`${draft.message.length} / ${CONTACT_MESSAGE_MAX_LENGTH}`}
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
          <Button type="submit" look="primary" isBusy={isBusy}>
            {text('support.send')}
          </Button>
          {!isOnline && <p className={styles['offline']}>{text('support.offline')}</p>}
        </div>
      </form>
      <LetterList onTakeBack={takeBack} />
    </>
  )
}
