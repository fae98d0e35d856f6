import { useEffect, useRef } from 'react'
import { timecode } from '#shared/domain/editing-rules.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { titleOf } from '#src/creations/action-deps.ts'
import { Button } from '#src/design/button.tsx'
import { ChoiceDialog } from '#src/design/dialog.tsx'
import { LoadingNote, Progress } from '#src/design/loading.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { errorText, loadFailureText, formatBytes, formatShare, useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import styles from './editor-dialog.module.css'
import { EditorPreview } from './editor-preview.tsx'
import { type EditorOpening, closeEditor, editorState } from './editor-state.ts'
import { EditorTools } from './editor-tools.tsx'
import { MadeActions } from './made-list.tsx'
import { type Editor, type EditorPhase, resultOf, useEditor } from './use-editor.ts'
import { useSizeEstimate } from './use-size-estimate.ts'

export function EditorOverlay() {
  const { opened } = useSnapshot(editorState)
  return opened === null ? null : <EditorDialog key={opened.creation.id} {...opened} />
}

/** The editor for a finished video. It works on this device, and never changes the original. */
function EditorDialog({ creation, made }: EditorOpening) {
  const text = useText()
  const onClose = closeEditor
  const editor = useEditor(creation, made)
  const { phase, source } = editor
  const layout = useRef<HTMLDivElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  useFocusOnPhaseChange(phase.kind, layout, footer)
  const announcement = useAnnouncement(phase)
  const stopOrClose = () => (phase.kind === 'making' ? editor.stop() : onClose())
  return (
    <ChoiceDialog
      title={text('editing.title')}
      language="en"
      direction="ltr"
      footer={
        <div ref={footer} tabIndex={-1}>
          <EditorFooter editor={editor} onClose={onClose} />
          <output className="visually-hidden">{announcement}</output>
        </div>
      }
      onCancel={stopOrClose}
      onKeyDown={() => undefined}
    >
      <div ref={layout} className={styles['layout']} tabIndex={-1}>
        {phase.kind === 'opening' && <LoadingNote text={text('editing.opening')} />}
        {phase.kind === 'failed' && (
          <FailedNote
            title={text('editing.failed')}
            hint={loadFailureText({ code: phase.code })}
            retryLabel={text('editing.retry')}
            onRetry={editor.retry}
          />
        )}
        {phase.kind === 'made' && (
          <div className={styles['stage']}>
            <ResultView phase={phase} title={titleOf({ kind: 'media', creation })} />
          </div>
        )}
        {source !== null && phase.kind !== 'failed' && (
          <>
            {phase.kind !== 'made' && (
              <div className={styles['stage']}>
                <EditorPreview editor={editor} source={source} />
              </div>
            )}
            <fieldset className={styles['tools']} disabled={phase.kind !== 'ready'} hidden={phase.kind === 'made'}>
              <legend className="visually-hidden">{text('editing.tools')}</legend>
              <EditorTools editor={editor} facts={source.facts} creationId={creation.id} />
            </fieldset>
          </>
        )}
      </div>
    </ChoiceDialog>
  )
}

/**
 * Moves the focus at each change of the phase: into the editor when it has opened, and to the main button after the work. During the work,
 * the footer has the focus, because a key that is still pressed must not press the cancel button.
 */
function useFocusOnPhaseChange(
  kind: EditorPhase['kind'],
  layout: React.RefObject<HTMLElement | null>,
  footer: React.RefObject<HTMLElement | null>,
): void {
  const lastKind = useRef(kind)
  useEffect(() => {
    const previousKind = lastKind.current
    lastKind.current = kind
    if (previousKind === kind) return
    const mainButton = footer.current?.querySelector<HTMLElement>('[data-main]')
    if (previousKind === 'opening') layout.current?.focus({ preventScroll: true })
    else if (kind === 'making') footer.current?.focus({ preventScroll: true })
    else mainButton?.focus({ preventScroll: true })
  }, [kind, layout, footer])
}

/** The text that screen readers announce in a phase. */
function useAnnouncement(phase: EditorPhase): string {
  const text = useText()
  if (phase.kind === 'making') return text('editing.making')
  if (phase.kind === 'made') return text('editing.made')
  return phase.kind === 'ready' && phase.code !== null ? errorText(phase.code) : ''
}

/** The text that says whether the result is stored on this device. */
function useStoredText(problem: AppErrorCode | null): string {
  const text = useText()
  if (problem === null) return text('editing.stored')
  return problem === 'storage_slow' ? text('editing.storedSoon') : text('editing.notStored', { reason: errorText(problem) })
}

function ResultView({ phase, title }: { readonly phase: Extract<EditorPhase, { kind: 'made' }>; readonly title: string }) {
  const text = useText()
  const { made, url, name, problem } = phase
  const storedText = useStoredText(problem)
  const { width, height, frames, blob } = made
  return (
    <>
      {blob.type.startsWith('video/') ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- made from a still picture
        <video
          className={styles['media']}
          src={url}
          width={width}
          height={height}
          controls
          loop
          playsInline
          autoPlay
          muted
          aria-label={title}
        />
      ) : (
        <img className={styles['media']} src={url} width={width} height={height} alt={title} />
      )}
      <p className={styles['facts']}>
        <span className={styles['name']}>{name}</span>
        <span>
          {text(frames === 1 ? 'editing.stillFacts' : 'editing.facts', {
            width,
            height,
            time: timecode(frames),
            size: formatBytes(blob.size),
          })}
        </span>
      </p>
      <p className={styles['facts']}>{storedText}</p>
    </>
  )
}

interface EditorFooterProps {
  readonly editor: Editor
  readonly onClose: () => void
}

function EditorFooter({ editor, onClose }: EditorFooterProps) {
  const text = useText()
  const { phase, source, choice } = editor
  if (phase.kind === 'making')
    return (
      <div className={styles['row']}>
        <span className={styles['progress']}>
          <Progress label={text('editing.making')} fraction={phase.share} />
        </span>
        <span className={styles['time']}>{formatShare(phase.share)}</span>
        <Button onClick={editor.stop}>{text('editing.stop')}</Button>
      </div>
    )
  if (phase.kind === 'made')
    return (
      <div className={styles['row']}>
        <Button variant="plain" onClick={editor.continueEditing}>
          {text('editing.goOn')}
        </Button>
        <span className={styles['gap']} />
        <Button onClick={onClose}>{text('editing.close')}</Button>
        <MadeActions key={phase.url} made={phase} />
      </div>
    )
  const facts = source?.facts
  const result = facts && resultOf(facts, choice)
  return (
    <div className={styles['row']}>
      {phase.kind === 'ready' && phase.code !== null && (
        <p className={styles['problem']} role="alert">
          {errorText(phase.code)}
        </p>
      )}
      {result && (
        <span className={styles['time']}>
          {text(result.frames === 1 ? 'editing.stillResult' : 'editing.result', { ...result, time: timecode(result.frames) })}
          <FileSize editor={editor} />
        </span>
      )}
      <span className={styles['gap']} />
      <Button onClick={onClose}>{text('editing.close')}</Button>
      <Button variant="primary" data-main disabled={phase.kind !== 'ready'} onClick={editor.make}>
        {text(`editing.make.${choice.format}`)}
      </Button>
    </div>
  )
}

/**
 * The estimated file size. Its line is shown as soon as the format needs an estimate, so that nothing moves when the size is known.
 */
function FileSize({ editor }: { readonly editor: Editor }) {
  const text = useText()
  const estimate = useSizeEstimate(editor)
  if (estimate.kind === 'none') return null
  return (
    <span className={styles['size']} aria-busy={estimate.kind === 'pending' || undefined}>
      {estimate.kind === 'known' ? text('editing.sizeAbout', { size: formatBytes(estimate.bytes) }) : text(`editing.size.${estimate.kind}`)}
    </span>
  )
}
