import type { ReactElement } from 'react'
import { memo } from 'react'
import { DEFAULT_AI_MUSIC } from '#shared/domain/generation-options.ts'
import { changeSettings } from './form-actions.ts'
import { useComposer } from './use-composer.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Segmented } from '#src/design/segmented.tsx'

/** Whether an effect's video gets a soundtrack. */
export const MusicField = memo(function MusicField(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { aiMusic = DEFAULT_AI_MUSIC } = useSnapshot(composer.state).settings
  return (
    <Segmented
      label={text('compose.music')}
      options={[
        { value: 1, label: text('compose.music.on') },
        { value: 0, label: text('compose.music.off') },
      ]}
      value={aiMusic}
      onValue={(next) => changeSettings(composer, { aiMusic: next === 1 ? 1 : 0 })}
    />
  )
})
