import type { ReactElement } from 'react'
import { useMemo, useState } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useComposer } from '#src/features/create/use-composer.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { createTemplateSearch } from '#src/lib/templates/create-template-search.ts'
import { useTemplates } from '#src/lib/templates/use-templates.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { LoadingNote } from '#src/ui/loading-note.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { chooseEffect } from './choose-effect.ts'
import styles from './effect-dialog.module.css'
import { EffectGrid } from './effect-grid.tsx'

/** All effects to choose one from, with a search over names, tags and what they do. */
export function EffectDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { templateId } = useSnapshot(composer.state).settings
  const { items, status, problem } = useTemplates('popular')
  const [search, setSearch] = useState('')
  const find = useMemo(() => createTemplateSearch(items.filter(({ bizType }) => bizType === 'TEMPLATE')), [items])
  const effects = useMemo(() => find(search), [find, search])
  const isEmpty = items.length === 0
  const choose = (effect: Template) => {
    chooseEffect(composer, effect)
    onClose()
  }
  return (
    <Dialog title={text('compose.effect.title')} closeLabel={text('dialog.close')} shape="sheet" onClose={onClose}>
      <div className={styles['body']}>
        <TextField
          label={text('compose.effect.search')}
          type="search"
          icon="search"
          placeholder={text('compose.effect.searchHint')}
          value={search}
          onValue={setSearch}
        />
        <output className="visually-hidden">{search.trim() !== '' && text('compose.effect.found', { count: effects.length })}</output>
        {effects.length > 0 ? (
          <EffectGrid key={search} effects={effects} chosenId={templateId} onChoose={choose} />
        ) : (
          <div className={styles['empty']}>
            {!isEmpty && <StateNote icon="search" title={text('compose.effect.nothing')} hint={text('compose.effect.nothingHint')} />}
            {isEmpty && problem !== null && <StateNote icon="cloudOff" isError title={errorText(problem)} />}
            {isEmpty && problem === null && status === 'ready' && <StateNote icon="wand" title={text('compose.effect.noEffects')} />}
            {isEmpty && problem === null && status !== 'ready' && <LoadingNote text={text('compose.effect.loading')} />}
          </div>
        )}
      </div>
    </Dialog>
  )
}
