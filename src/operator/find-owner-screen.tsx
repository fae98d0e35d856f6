import { useState } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { eraseFile } from '#shared/api/operator-acts.ts'
import { findOwner } from '#shared/api/operator.ts'
import { ID_MAX_LENGTH, LOOKUP_MAX_LENGTH, REASON_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { api } from '#src/hub-client/api.ts'
import { useText } from '#src/i18n/i18n.ts'
import { actCall } from './act-call.ts'
import { ActButtons, type ConsoleAct, useActs } from './console-acts.tsx'
import { Part, consolePath } from './console-parts.tsx'
import { consoleLoadProblem } from './console-answers.tsx'
import styles from './console.module.css'

/** Finds an account or a visitor by an e-mail address or an id. */
export function FindOwnerScreen() {
  const text = useText()
  const [, navigate] = useLocation()
  const [query, setQuery] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const acts = [useEraseFile()]
  useActs(acts)
  const find = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (query.trim() === '') return setProblem(text('operator.missing'))
    setBusy(true)
    const answer = await api.call(findOwner, { q: query.trim() })
    setBusy(false)
    if (!answer.ok) return setProblem(consoleLoadProblem(text, answer.error.code))
    if (answer.value.found === null) return setProblem(text('operator.look-up.none'))
    return navigate(consolePath('person', answer.value.found.ownerId))
  }
  return (
    <div className={styles['screen']}>
      <h2 className={styles['subtitle']}>{text('operator.look-up')}</h2>
      <form className={styles['form']} noValidate onSubmit={(event) => void find(event)}>
        <TextField
          label={text('operator.look-up.field')}
          hint={text('operator.look-up.hint')}
          icon="search"
          maxLength={LOOKUP_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen consists of this field
          autoFocus
          value={query}
          problem={problem}
          onValue={(value) => {
            setQuery(value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {text('operator.look-up.button')}
        </Button>
      </form>
      <Part title={text('operator.removeFile.part')}>
        <p className={styles['hint']}>{text('operator.removeFile.lead')}</p>
        <ActButtons acts={acts} />
      </Part>
    </div>
  )
}

function useEraseFile(): ConsoleAct {
  const text = useText()
  return {
    id: 'take-down',
    label: text('operator.removeFile'),
    title: text('operator.removeFile.title'),
    hint: text('operator.removeFile.hint'),
    isDanger: true,
    fields: [
      { name: 'name', label: text('operator.removeFile.name'), maxLength: ID_MAX_LENGTH },
      { name: 'reason', label: text('operator.reason'), hint: text('operator.reasonHint'), maxLength: REASON_MAX_LENGTH },
    ],
    ...actCall(eraseFile, ({ name = '', reason = '' }) => ({ name: name.trim(), reason })),
    onDone: () => undefined,
  }
}
