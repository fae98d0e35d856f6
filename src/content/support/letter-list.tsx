import { RowBoundary } from '#src/design/row-boundary.tsx'
import type { MutationItem } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { failureText, useText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot, proxy } from '#src/store/state.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import styles from './letter-list.module.css'
import type { ContactDraft } from './contact-draft.ts'

const ICONS = { sent: 'check', sending: 'mail', waiting: 'clock', limited: 'clock', refused: 'alert' } as const

interface LetterListProps {
  /** Puts a message back into the form; true when the form shows it. */
  readonly onRestore: (letter: ContactDraft) => Promise<boolean>
}

/** The user's messages: the messages that wait in the hub, and the messages that this tab has sent. */
export function LetterList({ onRestore }: LetterListProps) {
  const { work, connection } = useSnapshot(hubState)
  const owner = useAccountId()
  const messages = useSnapshot(sentMessages).messages.filter((letter) => letter.owner === owner)
  const contactItems = work.mutations.filter(({ mutation }) => mutation.kind === 'contact')
  const itemsById = new Map(contactItems.map((item) => [item.id, item]))
  const ids = new Set([...messages.map(({ id }) => id), ...itemsById.keys()])
  const subjectOf = (id: string) => {
    const mutation = itemsById.get(id)?.mutation
    return mutation?.kind === 'contact' ? mutation.subject : (messages.find((letter) => letter.id === id)?.subject ?? '')
  }
  return (
    <ul className={styles['list']} aria-live="polite">
      {[...ids].map((id) => (
        <RowBoundary key={id} row={itemsById.get(id)}>
          <LetterRow id={id} subject={subjectOf(id)} item={itemsById.get(id)} isOnline={connection.isOnline} onRestore={onRestore} />
        </RowBoundary>
      ))}
    </ul>
  )
}

interface LetterRowProps extends LetterListProps {
  readonly id: string
  readonly subject: string
  readonly item: MutationItem | undefined
  readonly isOnline: boolean
}

function LetterRow({ id, subject, item, isOnline, onRestore }: LetterRowProps) {
  const text = useText()
  const state = letterState(item, isOnline)
  const dropLetter = () => {
    forgetMessage(id)
    void hub.api.dropMutation(id)
  }
  const editAgain = async () => {
    if (item?.mutation.kind === 'contact' && (await onRestore(item.mutation))) dropLetter()
  }
  return (
    <li className={styles['letter']} data-state={state}>
      <Icon name={ICONS[state]} />
      <div className={styles['words']}>
        <p className={styles['subject']}>{subject}</p>
        <p className={styles['state']}>{state === 'refused' && item?.error ? failureText(item.error) : text(`support.letter.${state}`)}</p>
        {state === 'refused' && (
          <div className={styles['actions']}>
            <Button icon="edit" onClick={() => void editAgain()}>
              {text('support.letter.edit')}
            </Button>
            <Button variant="plain" onClick={dropLetter}>
              {text('support.letter.drop')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

/** The state of a message. `limited`: too many messages were sent within an hour; this message is sent automatically later. */
type LetterState = 'sent' | 'sending' | 'waiting' | 'limited' | 'refused'

/** The state of a message in the hub. The hub removes messages that the server has accepted. Rule: docs/content.md, "Contact". */
export function letterState(item: Pick<MutationItem, 'state' | 'error'> | undefined, isOnline: boolean): LetterState {
  if (item === undefined) return 'sent'
  if (item.state === 'refused') return 'refused'
  if (item.error?.code === 'H4022') return 'limited'
  return isOnline && item.error === null ? 'sending' : 'waiting'
}

interface SentMessage {
  readonly id: string
  /** The account that wrote the message; '' for a visitor. Other accounts do not see it. */
  readonly owner: string
  readonly subject: string
}

/** The messages that this tab has passed to the hub, newest first. */
const sentMessages = proxy<{ messages: readonly SentMessage[] }>({ messages: [] })

/**
 * Lists a message as sent by this tab. A message counts as sent when the hub no longer lists it, so the hub's snapshot must be
 * newer than the message.
 */
export async function rememberMessage(letter: SentMessage): Promise<void> {
  try {
    await hub.api.resume()
    sentMessages.messages = [letter, ...sentMessages.messages]
  } catch (error) {
    console.warn('The hub did not return the state of a message.', error)
  }
}

function forgetMessage(id: string): void {
  sentMessages.messages = sentMessages.messages.filter((letter) => letter.id !== id)
}
