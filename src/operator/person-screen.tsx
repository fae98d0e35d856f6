import { type Person, getPerson } from '#shared/api/operator.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { Chip } from '#src/design/chip.tsx'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { ActButtons, useActs } from './console-acts.tsx'
import { Facts, Moment, Part } from './console-parts.tsx'
import { AnswerContainer, useAnswer } from './console-answers.tsx'
import styles from './console.module.css'
import { accountActs, orderActs, pointActs, taskActs } from './person-acts.ts'
import { PersonLedger, PersonOrders, PersonTasks } from './person-lists.tsx'

export function PersonScreen({ id }: { readonly id: string }) {
  const text = useText()
  const answer = useAnswer(getPerson, { id })
  return (
    <div className={styles['screen']}>
      <h2 className={styles['subtitle']}>{answer.value?.account?.email ?? text('operator.person')}</h2>
      <AnswerContainer answer={answer}>{(person) => <PersonParts person={person} onDone={answer.reload} />}</AnswerContainer>
    </div>
  )
}

function PersonParts({ person, onDone }: { readonly person: Person; readonly onDone: () => void }) {
  const text = useText()
  const actsOfAccount = accountActs(text, person, onDone)
  const actsOfPoints = pointActs(text, person, onDone)
  useActs([
    ...actsOfAccount,
    ...actsOfPoints,
    ...person.orders.flatMap((order) => orderActs(text, order, onDone)),
    ...person.tasks.flatMap((task) => taskActs(text, task, onDone)),
  ])
  return (
    <>
      <div className={styles['parts']}>
        <Part title={text('operator.person.account')}>
          <AccountFacts person={person} />
          <ActButtons acts={actsOfAccount} />
        </Part>
        <Part title={text('operator.person.pointsAndPlan')}>
          <Facts
            facts={[
              [text('operator.person.points'), formatNumber(person.points)],
              [text('operator.person.reserved'), formatNumber(person.held)],
              [text('operator.person.plan'), <PlanWords key="plan" plan={person.plan} />],
            ]}
          />
          <ActButtons acts={actsOfPoints} />
        </Part>
      </div>
      <Part title={text('operator.person.ledger')}>
        <PersonLedger id={person.id} points={person.points} />
      </Part>
      <Part title={text('operator.person.orders')}>
        <PersonOrders orders={person.orders} onDone={onDone} />
      </Part>
      <Part title={text('operator.person.tasks')}>
        <PersonTasks tasks={person.tasks} onDone={onDone} />
      </Part>
    </>
  )
}

function AccountFacts({ person: { id, account } }: { readonly person: Person }) {
  const text = useText()
  if (account === null)
    return (
      <Facts
        facts={[
          [text('operator.person.id'), id],
          [text('operator.person.state'), text('operator.person.visitor')],
        ]}
      />
    )
  const { firstName, lastName, createdAt, sessions, deletesAt, disabledAt, hasPassword, hasGoogle } = account
  const loginMethods = [...(hasPassword ? [text('operator.person.password')] : []), ...(hasGoogle ? ['Google'] : [])]
  return (
    <>
      <p>
        {disabledAt !== null && <Chip tone="bad">{text('operator.person.disabled')}</Chip>}
        {disabledAt === null && <Chip>{text(deletesAt === null ? 'operator.person.open' : 'operator.person.deleting')}</Chip>}
      </p>
      <Facts
        facts={[
          [text('operator.person.name'), `${firstName} ${lastName}`],
          [text('operator.person.id'), id],
          [text('operator.person.since'), <Moment key="since" atMs={createdAt} />],
          ...(loginMethods.length === 0 ? [] : [[text('operator.person.ways'), loginMethods.join(', ')] as const]),
          [text('operator.person.sessions'), formatNumber(sessions)],
          ...(deletesAt === null ? [] : [[text('operator.person.deletesAt'), <Moment key="deletes" atMs={deletesAt} />] as const]),
        ]}
      />
    </>
  )
}

function PlanWords({ plan }: Pick<Person, 'plan'>) {
  const text = useText()
  if (plan === null) return <>{text('operator.person.noPlan')}</>
  return (
    <>
      {text('operator.person.planState', { plan: plan.plan, state: plan.state, date: dateAndTime(plan.periodEnd) })}
      {plan.cancelledAt !== null && ` · ${text('operator.person.planCancelled')}`}
    </>
  )
}
