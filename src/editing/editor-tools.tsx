import { useEffect, useState } from 'react'
import { type Creation, getHistory } from '#shared/api/generation.ts'
import type { ClipFacts } from '#shared/contract/media-contract.ts'
import * as rules from '#shared/domain/editing-rules.ts'
import { titleOf } from '#src/creations/action-deps.ts'
import { storedCreations } from '#src/creations/stored-creations.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { Slider } from '#src/design/slider.tsx'
import { api } from '#src/hub-client/api.ts'
import { errorText, formatShare, useText } from '#src/i18n/i18n.ts'
import styles from './editor-tools.module.css'
import { MadeList } from './made-list.tsx'
import type { EditChoice, Editor } from './use-editor.ts'

interface ToolProps {
  readonly choice: EditChoice
  readonly change: Editor['change']
}

interface EditorToolsProps {
  readonly editor: Editor
  readonly facts: ClipFacts
  readonly creationId: string
}

export function EditorTools({ editor, facts, creationId }: EditorToolsProps) {
  const text = useText()
  const { choice, change, formats } = editor
  const isStill = choice.format === 'png' || choice.format === 'jpeg'
  return (
    <div className={styles['tools']}>
      <Segmented
        label={text('editing.format')}
        options={formats.map((value) => ({ value, label: text(`editing.format.${value}`) }))}
        value={choice.format}
        onValue={(format) => change({ format })}
      />
      {isStill ? (
        <p className={styles['hint']}>{text('editing.stillHint')}</p>
      ) : (
        <TrimTool choice={choice} change={change} frames={facts.frames} />
      )}
      <RatioTool choice={choice} change={change} facts={facts} />
      {!isStill && (
        <>
          <Segmented
            label={text('editing.loop')}
            options={rules.LOOP_KINDS.map((value) => ({ value, label: text(`editing.loop.${value}`) }))}
            value={choice.loop}
            onValue={(loop) => change({ loop })}
          />
          {choice.format === 'mp4' && <SoundTool choice={choice} change={change} hasSound={facts.hasSound} />}
          <JoinTool editor={editor} creationId={creationId} />
        </>
      )}
      <MadeList key={String(editor.phase.kind === 'made')} onShow={editor.show} />
    </div>
  )
}

/** Moves the start and the end of the part of the video that the result contains. The preview shows the frame at the moved end. */
function TrimTool({ choice: { trim }, change, frames }: ToolProps & { readonly frames: number }) {
  const text = useText()
  const createEndMover = (end: 'from' | 'to') => (frame: number) => {
    const newTrim = rules.moveTrim(trim, end, frame, frames)
    change({ trim: newTrim, frame: end === 'from' ? newTrim.from : newTrim.to - 1 })
  }
  const sliderProps = { min: 0, max: frames, step: 1, startLabel: rules.timecode(0), endLabel: rules.timecode(frames) }
  return (
    <div className={styles['group']}>
      <Slider
        {...sliderProps}
        label={text('editing.from')}
        value={trim.from}
        valueText={rules.timecode(trim.from)}
        onValue={createEndMover('from')}
      />
      <Slider
        {...sliderProps}
        label={text('editing.to')}
        value={trim.to}
        valueText={rules.timecode(trim.to)}
        onValue={createEndMover('to')}
      />
    </div>
  )
}

function RatioTool({ choice: { ratio, cropAt }, change, facts }: ToolProps & { readonly facts: ClipFacts }) {
  const text = useText()
  const { width, height } = rules.ratioPart(facts, ratio)
  const isHorizontal = width < facts.width - 1
  const isMovable = isHorizontal || height < facts.height - 1
  return (
    <div className={styles['group']}>
      <Segmented
        label={text('editing.ratio')}
        options={rules.EDIT_RATIOS.map((value) => ({ value, label: value === 'own' ? text('editing.ratio.own') : value }))}
        value={ratio}
        onValue={(next) => change({ ratio: next })}
      />
      {isMovable && (
        <Slider
          label={text('editing.cropAt')}
          value={cropAt}
          min={0}
          max={1}
          step={0.01}
          valueText={formatShare(cropAt)}
          startLabel={text(isHorizontal ? 'editing.left' : 'editing.top')}
          endLabel={text(isHorizontal ? 'editing.right' : 'editing.bottom')}
          onValue={(at) => change({ cropAt: at })}
        />
      )}
    </div>
  )
}

function SoundTool({ choice: { sound, music }, change, hasSound }: ToolProps & { readonly hasSound: boolean }) {
  const text = useText()
  const [isTooLarge, setTooLarge] = useState(false)
  const soundKinds = (['own', 'none', 'music'] as const).filter((kind) => hasSound || kind !== 'own')
  const acceptFile = (file: File) => {
    setTooLarge(file.size > rules.MAX_MUSIC_BYTES)
    if (file.size <= rules.MAX_MUSIC_BYTES) change({ music: { ...music, file } })
  }
  const renderFade = (key: 'fadeInS' | 'fadeOutS') => (
    <Slider
      label={text(`editing.${key}`)}
      value={music[key]}
      min={0}
      max={rules.MAX_MUSIC_FADE_S}
      step={0.5}
      valueText={text('editing.seconds', { seconds: music[key] })}
      startLabel={text('editing.noFade')}
      endLabel={text('editing.seconds', { seconds: rules.MAX_MUSIC_FADE_S })}
      onValue={(seconds) => change({ music: { ...music, [key]: seconds } })}
    />
  )
  return (
    <div className={styles['group']}>
      <Segmented
        label={text('editing.sound')}
        options={soundKinds.map((value) => ({ value, label: text(`editing.sound.${value}`) }))}
        value={hasSound || sound !== 'own' ? sound : 'none'}
        onValue={(next) => change({ sound: next })}
      />
      {sound === 'music' && (
        <>
          <div className={styles['file']}>
            <FileButton
              icon="sound"
              accept="audio/*"
              label={text(music.file === null ? 'editing.chooseMusic' : 'editing.otherMusic')}
              onFile={acceptFile}
            />
            <span className={styles['hint']}>
              {isTooLarge ? text('editing.musicTooLarge') : (music.file?.name ?? text('editing.musicHint'))}
            </span>
          </div>
          <Slider
            label={text('editing.volume')}
            value={music.volume}
            min={0}
            max={1}
            step={rules.MUSIC_VOLUME_STEP}
            valueText={formatShare(music.volume)}
            startLabel={formatShare(0)}
            endLabel={formatShare(1)}
            onValue={(volume) => change({ music: { ...music, volume } })}
          />
          {renderFade('fadeInS')}
          {renderFade('fadeOutS')}
        </>
      )}
    </div>
  )
}

/** Adds the user's other videos. They are joined in the order in which they were added. */
function JoinTool({ editor, creationId }: { readonly editor: Editor; readonly creationId: string }) {
  const text = useText()
  const [otherVideos, setOtherVideos] = useState<readonly Creation[] | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [isListOpen, setListOpen] = useState(false)
  const { joined } = editor.choice
  useEffect(() => {
    const readVideos = async () => {
      const allCreations = await recentCreations()
      setOtherVideos(allCreations.filter(({ videoUrl, id }) => videoUrl !== null && id !== creationId))
    }
    if (isListOpen) void readVideos()
  }, [isListOpen, creationId])
  const nameOf = (creation: Creation) => titleOf({ kind: 'media', creation }) || text('editing.untitled')
  const joinVideo = async (creation: Creation) => {
    if (busyId !== null) return
    setProblem('')
    setBusyId(creation.id)
    const joinResult = await editor.join(creation, nameOf(creation))
    setBusyId(null)
    setProblem(joinResult.ok || joinResult.error.code === 'cancelled' ? '' : errorText(joinResult.error.code))
    if (joinResult.ok) editor.change({ joined: [...joined, joinResult.value] })
  }
  return (
    <section className={styles['group']} aria-label={text('editing.join')}>
      <p className={styles['legend']}>{text('editing.join')}</p>
      {joined.length > 0 && (
        <ol className={styles['joined']}>
          {joined.map(({ key, title, frames }) => (
            <li key={key} className={styles['video']}>
              <span className={styles['name']} title={title}>
                {title}
              </span>
              <span className={styles['hint']}>{rules.timecode(frames)}</span>
              <IconButton
                icon="close"
                label={text('editing.remove', { title })}
                onClick={() => editor.change({ joined: joined.filter((video) => video.key !== key) })}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        icon="plus"
        aria-expanded={isListOpen}
        disabled={joined.length >= rules.MAX_JOINED_VIDEOS - 1}
        onClick={() => setListOpen(!isListOpen)}
      >
        {text('editing.addVideo')}
      </Button>
      {isListOpen && otherVideos?.length === 0 && <p className={styles['hint']}>{text('editing.noOthers')}</p>}
      {isListOpen && otherVideos !== null && otherVideos.length > 0 && joined.length < rules.MAX_JOINED_VIDEOS - 1 && (
        <ul className={styles['others']}>
          {otherVideos.slice(0, MAX_OFFERED_VIDEOS).map((creation) => (
            <li key={creation.id}>
              <button
                type="button"
                className={styles['other']}
                aria-busy={busyId === creation.id || undefined}
                onClick={() => void joinVideo(creation)}
              >
                {creation.previewImageUrl !== null && <img src={creation.previewImageUrl} alt="" loading="lazy" />}
                <span>{nameOf(creation)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem !== '' && (
        <p className={styles['hint']} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

/** How many of the user's newest videos are offered. */
const MAX_OFFERED_VIDEOS = 12

/** The user's newest creations, from the server or, if the request fails, from this device. */
async function recentCreations(): Promise<readonly Creation[]> {
  const answer = await api.call(getHistory, { taskStatus: 'SUCCESS', curPage: 1, pageSize: MAX_OFFERED_VIDEOS + 1 })
  return answer.ok ? answer.value.data : storedCreations()
}
