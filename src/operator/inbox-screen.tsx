import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useState } from 'react'
import { Link } from '#src/routing/routes.ts'
import * as inbox from '#shared/api/operator-inbox.ts'
import { REPLY_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import { Chip } from '#src/design/chip.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { api } from '#src/hub-client/api.ts'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { actCall } from './act-call.ts'
import { ActButtons, type ConsoleAct, useActs } from './console-acts.tsx'
import { Moment, consolePath } from './console-parts.tsx'
import { AnswerContainer, MoreButton, usePages } from './console-answers.tsx'
import styles from './console.module.css'

export function InboxScreen() {
  const text = useText()
  const [state, setState] = useState<inbox.MessageState>('open')
  const pages = usePages(inbox.getMessages, { state }, (rows) => ({ offset: String(rows.length) }))
  const actsOf = (message: inbox.InboxMessage) => messageActs(text, message, pages.reload)
  useActs((pages.value ?? []).flatMap(actsOf))
  return (
    <div className={styles['screen']}>
      <div className={styles['bar']}>
        <h2 className={styles['subtitle']}>{text('operator.inbox')}</h2>
        <Segmented
          label={text('operator.inbox.state')}
          isInline
          options={inbox.MESSAGE_STATES.map((value) => ({ value, label: text(`operator.inbox.${value}`) }))}
          value={state}
          onValue={setState}
        />
      </div>
      <AnswerContainer answer={pages}>
        {(messages) =>
          messages.length === 0 ? (
            <StateNote icon="mail" title={text(`operator.inbox.none.${state}`)} />
          ) : (
            <ul className={styles['cards']}>
              {messages.map((message) => (
                <RowBoundary key={message.id} row={message}>
                  <MessageCard message={message} acts={actsOf(message)} />
                </RowBoundary>
              ))}
            </ul>
          )
        }
      </AnswerContainer>
      <MoreButton pages={pages} />
    </div>
  )
}

function MessageCard({ message, acts }: { readonly message: inbox.InboxMessage; readonly acts: readonly ConsoleAct[] }) {
  const text = useText()
  const { subject, email, ownerId, createdAt, isPriority, replies } = message
  return (
    <li className={styles['card']}>
      <div className={styles['bar']}>
        <h3 className={styles['partTitle']}>{subject}</h3>
        {isPriority && <Chip tone="accent">{text('operator.inbox.priority')}</Chip>}
      </div>
      <p className={styles['hint']}>
        <Link href={consolePath('person', ownerId)} className={styles['link']}>
          {email}
        </Link>{' '}
        <Moment atMs={createdAt} />
      </p>
      <p className={styles['words']}>{message.message}</p>
      {replies.map((reply) => (
        <blockquote key={reply.id} className={styles['reply']}>
          <p className={styles['hint']}>
            {text('operator.inbox.replied')} <Moment atMs={reply.createdAt} />
          </p>
          <p className={styles['words']}>{reply.body}</p>
        </blockquote>
      ))}
      <ActButtons acts={acts} />
    </li>
  )
}

function messageActs(text: Text, { id, subject, email, answeredAt }: inbox.InboxMessage, onDone: () => void): ConsoleAct[] {
  const replyAct: ConsoleAct = {
    id: `reply-${id}`,
    label: text('operator.inbox.reply'),
    title: text('operator.inbox.replyTo', { subject, email }),
    hint: text('operator.inbox.replyHint', { email }),
    fields: [{ name: 'body', label: text('operator.inbox.body'), kind: 'long', maxLength: REPLY_MAX_LENGTH }],
    ...actCall(inbox.replyToMessage, ({ body = '' }) => ({ messageId: id, body })),
    onDone,
  }
  const newState = answeredAt === null ? 'answered' : 'open'
  const markAct: ConsoleAct = {
    id: `${newState}-${id}`,
    label: text(`operator.inbox.mark.${newState}`),
    title: text(`operator.inbox.markOf.${newState}`, { subject, email }),
    hint: text('operator.inbox.markHint'),
    send: () => api.call(inbox.setMessageState, { messageId: id, state: newState }),
    onDone,
  }
  return [replyAct, markAct]
}
