import { type PreflightCode, type PreflightFinding, type PreflightRemedy, SMALL_BELOW_PX } from '#shared/domain/preflight.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { type IconName, Icon } from '#src/design/icon.tsx'
import { useSnapshot } from '#src/store/state.ts'
import styles from './preflight-notes.module.css'
import extendsNoteStyles from './extends-note.module.css'
import { changeSettings } from './form-actions.ts'
import { useComposer } from './use-composer.ts'

interface PreflightNotesProps {
  readonly findings: readonly PreflightFinding[]
  readonly isBrightened: boolean
  /** The button that opens the file picker, for problems that only another picture solves. */
  readonly replaceButton: React.ReactElement
  readonly onRemedy: (remedy: Exclude<PreflightRemedy, 'replace'> | 'undo_brighten') => void
}

const FINDING_DISPLAY: Readonly<Record<PreflightCode, { readonly icon: IconName; readonly key: string }>> = {
  too_small: { icon: 'shrink', key: 'preflight.tooSmall' },
  plain: { icon: 'image', key: 'preflight.plain' },
  blurred: { icon: 'image', key: 'preflight.blurred' },
  dark: { icon: 'moon', key: 'preflight.dark' },
  ratios_apart: { icon: 'frames', key: 'preflight.ratiosApart' },
}

/** Shows problems of the pictures that may spoil the video, before the user pays. They are warnings; the commit is not blocked. */
export function PreflightNotes({ findings, isBrightened, replaceButton, onRemedy }: PreflightNotesProps) {
  const text = useText()
  const openFindings = findings.filter(({ code }) => !(code === 'dark' && isBrightened))
  const firstReplaceFinding = openFindings.find(({ remedy }) => remedy === 'replace')
  if (openFindings.length === 0 && !isBrightened) return null
  return (
    <div role="note" aria-live="polite" aria-label={text('preflight.label')}>
      <ul className={styles['notes']}>
        {openFindings.map((finding) => (
          <Note
            key={finding.code}
            icon={FINDING_DISPLAY[finding.code].icon}
            words={text(FINDING_DISPLAY[finding.code].key, { px: SMALL_BELOW_PX })}
          >
            {finding === firstReplaceFinding && replaceButton}
            {finding.remedy === 'brighten' && <Button onClick={() => onRemedy('brighten')}>{text('preflight.brighten')}</Button>}
            {finding.remedy === 'crop_to_match' && (
              <Button onClick={() => onRemedy('crop_to_match')}>{text('preflight.cropToMatch')}</Button>
            )}
          </Note>
        ))}
        {isBrightened && (
          <Note icon="sun" words={text('preflight.brightened')}>
            <Button variant="plain" onClick={() => onRemedy('undo_brighten')}>
              {text('preflight.undo')}
            </Button>
          </Note>
        )}
      </ul>
    </div>
  )
}

function Note({ icon, words, children }: { readonly icon: IconName; readonly words: string; readonly children: React.ReactNode }) {
  return (
    <li className={styles['note']}>
      <Icon name={icon} size="s" />
      <p className={styles['words']}>{words}</p>
      {children}
    </li>
  )
}

/** A note that names the video that this form extends. Both videos are joined when the new one is done. */
export function ExtendsNote() {
  const text = useText()
  const composer = useComposer()
  const extended = useSnapshot(composer.state).settings.extends
  if (extended === undefined) return null
  const { title } = extended
  return (
    <div className={extendsNoteStyles['note']} role="note">
      <Icon name="reel" size="s" />
      <div className={extendsNoteStyles['words']}>
        <p className={extendsNoteStyles['title']} dir="auto">
          {title === '' ? text('compose.extendsUntitled') : text('compose.extends', { title })}
        </p>
        <p className={extendsNoteStyles['hint']}>{text('compose.extendsHint')}</p>
      </div>
      <IconButton icon="close" label={text('compose.extendsStop')} onClick={() => changeSettings(composer, { extends: undefined })} />
    </div>
  )
}
