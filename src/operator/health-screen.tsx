import { RowBoundary } from '#src/design/row-boundary.tsx'
import { type Health, getHealth, replayWebhook } from '#shared/api/operator-health.ts'
import { Button } from '#src/design/button.tsx'
import { Chip } from '#src/design/chip.tsx'
import { api } from '#src/hub-client/api.ts'
import { type Text, formatBytes, formatShare, formatNumber, useText } from '#src/i18n/i18n.ts'
import { ActButtons, type ConsoleAct, useActs } from './console-acts.tsx'
import { Facts, Moment, Part } from './console-parts.tsx'
import { AnswerContainer, useAnswer } from './console-answers.tsx'
import styles from './console.module.css'

export function HealthScreen() {
  const text = useText()
  const answer = useAnswer(getHealth, {})
  const replayActOf = (webhook: Webhook) => replayAct(text, webhook, answer.reload)
  useActs((answer.value?.webhooks ?? []).map(replayActOf))
  return (
    <div className={styles['screen']}>
      <div className={styles['bar']}>
        <h2 className={styles['subtitle']}>{text('operator.health')}</h2>
        <Button icon="retry" onClick={answer.reload}>
          {text('operator.refresh')}
        </Button>
      </div>
      <AnswerContainer answer={answer}>
        {(health) => (
          <>
            <div className={styles['parts']}>
              <Part title={text('operator.health.work')}>
                <Facts facts={workFacts(text, health)} />
              </Part>
              <Part title={text('operator.health.queues')}>
                {health.queues.length === 0 ? (
                  <p className={styles['hint']}>{text('operator.health.noQueues')}</p>
                ) : (
                  <Facts facts={health.queues.map(({ name, jobs }) => [name, formatNumber(jobs)] as const)} />
                )}
              </Part>
              <Part title={text('operator.health.engines')}>
                <Engines engines={health.engines} />
              </Part>
              <Part title={text('operator.health.mail')}>
                <Facts facts={mailFacts(text, health)} />
              </Part>
            </div>
            <Part title={text('operator.health.webhooks')}>
              {health.webhooks.length === 0 && <p className={styles['hint']}>{text('operator.health.noWebhooks')}</p>}
              <ul className={styles['rows']}>
                {health.webhooks.map((webhook) => (
                  <RowBoundary key={webhook.id} row={webhook}>
                    <WebhookRow webhook={webhook} act={replayActOf(webhook)} />
                  </RowBoundary>
                ))}
              </ul>
            </Part>
          </>
        )}
      </AnswerContainer>
    </div>
  )
}

type Webhook = Health['webhooks'][number]

function WebhookRow({ webhook, act }: { readonly webhook: Webhook; readonly act: ConsoleAct }) {
  const text = useText()
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['rowTitle']}>{webhook.type}</p>
        <p className={styles['hint']}>
          {webhook.id} · {text('operator.health.tries', { count: webhook.tries })} · <Moment atMs={webhook.receivedAt} />
        </p>
      </div>
      <div className={styles['rowEnd']}>
        <Chip tone={webhook.state === 'given_up' ? 'bad' : 'plain'}>{text(`operator.webhook.${webhook.state}`)}</Chip>
        <ActButtons acts={[act]} />
      </div>
    </li>
  )
}

function replayAct(text: Text, { provider, id, type }: Webhook, onDone: () => void): ConsoleAct {
  return {
    id: `replay-${id}`,
    label: text('operator.replay'),
    title: text('operator.replay.title', { type, id }),
    hint: text('operator.replay.hint'),
    send: () => api.call(replayWebhook, { provider, id }),
    onDone,
  }
}

function Engines({ engines }: { readonly engines: Health['engines'] }) {
  const text = useText()
  if (engines.length === 0) return <p className={styles['hint']}>{text('operator.health.enginesFine')}</p>
  return (
    <Facts
      facts={engines.map(({ name, reason, awaySince }) => [
        name,
        awaySince === null ? (
          text('operator.health.engineBack')
        ) : (
          <>
            {text('operator.health.engineAway', { reason })} · <Moment atMs={awaySince} />
          </>
        ),
      ])}
    />
  )
}

function workFacts(text: Text, { tasks, requests, pageErrors, bookDifferences, freeBytes }: Health) {
  const failedShare = requests.answered === 0 ? 0 : requests.failed / requests.answered
  return [
    [text('operator.health.waiting'), formatNumber(tasks.waiting)],
    [text('operator.health.running'), formatNumber(tasks.running)],
    [text('operator.health.longest'), text('operator.health.seconds', { seconds: formatNumber(Math.round(tasks.longestWaitS)) })],
    [text('operator.health.answers'), formatNumber(requests.answered)],
    [text('operator.health.errors'), `${formatNumber(requests.failed)} (${formatShare(failedShare)})`],
    [text('operator.health.pageErrors'), formatNumber(pageErrors)],
    [text('operator.health.books'), formatNumber(bookDifferences)],
    [text('operator.health.disk'), freeBytes === null ? text('operator.unknown') : formatBytes(freeBytes)],
  ] as const
}

function mailFacts(text: Text, { mail }: Health) {
  return [
    [text('operator.health.mailSent'), formatNumber(mail.sent)],
    [text('operator.health.mailLater'), formatNumber(mail.later)],
    [text('operator.health.mailGivenUp'), formatNumber(mail.givenUp)],
    [text('operator.health.mailWaiting'), formatNumber(mail.waiting)],
  ] as const
}
