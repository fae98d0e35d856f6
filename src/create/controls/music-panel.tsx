import { useState } from 'react'
import { MAX_MUSIC_BYTES, MUSIC_VOLUME, MUSIC_VOLUME_STEP } from '#shared/domain/editing-rules.ts'
import { shortFileName } from '#shared/domain/file-name.ts'
import { DEFAULT_AI_MUSIC } from '#shared/domain/generation-options.ts'
import { MOODS, type Mood } from '#motion/music/music.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import { SelectField } from '#src/design/select-field.tsx'
import { Slider } from '#src/design/slider.tsx'
import { ownMusic } from '#src/editing/own-music.ts'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { errorText, formatShare, useText } from '#src/i18n/i18n.ts'
import { changeSettings } from '../form-actions.ts'
import { useControls } from '../use-composer.ts'
import styles from './control-panel.module.css'
import { GRADES } from '#motion/vocabulary/grades.ts'
import type { OverlayKind } from '#motion/vocabulary/overlay-kinds.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'

interface MusicPanelProps {
  /** Whether the model can compose music. */
  readonly isOffered: boolean
  readonly keyedPlan: KeyedPlan | null
}

/** Chooses the sound of the video: none, composed music, or the user's own file. */
export function MusicPanel({ isOffered, keyedPlan }: MusicPanelProps) {
  return (
    <>
      {isOffered && <ComposedMusic keyedPlan={keyedPlan} />}
      <OwnMusic />
    </>
  )
}

type MusicChoice = 'none' | 'effect' | (typeof MOODS)[number]

/** Chooses the composed music. The suggested mood is marked, but not selected. */
function ComposedMusic({ keyedPlan }: Pick<MusicPanelProps, 'keyedPlan'>) {
  const text = useText()
  const { composer, settings, controls, setControls } = useControls()
  const isEffect = composer.bizType === 'TEMPLATE'
  const hasEffectMusic = isEffect && (settings.aiMusic ?? DEFAULT_AI_MUSIC) === 1
  const value: MusicChoice = isEffect && !hasEffectMusic ? 'none' : (controls.music ?? (hasEffectMusic ? 'effect' : 'none'))
  const choose = (choice: MusicChoice) => {
    setControls({ music: choice === 'none' || choice === 'effect' ? undefined : choice })
    if (isEffect) changeSettings(composer, { aiMusic: choice === 'none' ? 0 : 1 })
  }
  const suggestedMood = keyedPlan === null || isEffect ? null : suggestMood(keyedPlan.plan)
  return (
    <div className={styles['field']}>
      <SelectField<MusicChoice>
        label={text('compose.music')}
        options={[
          { value: 'none', label: text('controls.music.none') },
          ...(isEffect ? [{ value: 'effect' as const, label: text('controls.music.effect') }] : []),
          ...MOODS.map((mood) => ({ value: mood, label: text(`controls.music.${mood}`) })),
        ]}
        value={value}
        onValue={choose}
      />
      {suggestedMood !== null && value === 'none' && settings.ownMusic === undefined && (
        <Button variant="plain" icon="sound" onClick={() => choose(suggestedMood)}>
          {text('controls.music.suggested', { mood: text(`controls.music.${suggestedMood}`) })}
        </Button>
      )}
    </div>
  )
}

/** Chooses the user's own music file. The file, and the video with it, never leave this device. */
function OwnMusic() {
  const text = useText()
  const { composer, settings } = useControls()
  const [problem, setProblem] = useState('')
  const { ownMusic: chosenMusic } = settings
  const acceptFile = async (file: File) => {
    if (file.size > MAX_MUSIC_BYTES) return setProblem(text('controls.music.tooLarge'))
    setProblem('')
    const saved = await ownMusic.save(file)
    setProblem(saved.ok ? '' : errorText(saved.error.code))
    if (!saved.ok) return
    changeSettings(composer, { ownMusic: { id: saved.value, name: shortFileName(file.name), volume: chosenMusic?.volume ?? MUSIC_VOLUME } })
  }
  return (
    <div className={styles['field']}>
      <div className={styles['row']}>
        <FileButton
          icon="sound"
          accept="audio/*"
          label={text(chosenMusic === undefined ? 'controls.music.own' : 'controls.music.other')}
          onFile={(file) => void acceptFile(file)}
        />
        {chosenMusic !== undefined && (
          <>
            <span className={styles['fileName']}>{chosenMusic.name}</span>
            <IconButton
              icon="close"
              label={text('controls.music.remove', { name: chosenMusic.name })}
              onClick={() => changeSettings(composer, { ownMusic: undefined })}
            />
          </>
        )}
      </div>
      {problem !== '' && (
        <p className={styles['hint']} role="alert">
          {problem}
        </p>
      )}
      {chosenMusic !== undefined && (
        <>
          <Slider
            label={text('controls.music.volume')}
            value={chosenMusic.volume}
            min={0}
            max={1}
            step={MUSIC_VOLUME_STEP}
            valueText={formatShare(chosenMusic.volume)}
            startLabel={formatShare(0)}
            endLabel={formatShare(1)}
            onValue={(volume) => changeSettings(composer, { ownMusic: { ...chosenMusic, volume } })}
          />
          <p className={styles['hint']}>{text('controls.music.ownHint')}</p>
        </>
      )}
    </div>
  )
}

const MOOD_OF_OVERLAY: Partial<Record<OverlayKind, Mood>> = {
  confetti: 'upbeat',
  petals: 'romantic',
  fog: 'mysterious',
  rain: 'dark',
  snow: 'calm',
  embers: 'epic',
  'light-leaks': 'nostalgic',
  grain: 'nostalgic',
  glow: 'dreamy',
  bokeh: 'romantic',
}
const MOOD_OF_GRADE: Partial<Record<keyof typeof GRADES, Mood>> = {
  noir: 'dark',
  moonlight: 'mysterious',
  golden: 'romantic',
  vintage: 'nostalgic',
  sepia: 'nostalgic',
  faded: 'nostalgic',
  neon: 'upbeat',
  dream: 'dreamy',
  'teal-orange': 'epic',
  bleach: 'tense',
}

/** The mood that fits a plan: by its colour grade, else by its overlays, else by its camera. */
export function suggestMood({ grade, overlays, distortions, summary, scene }: MotionPlan): Mood {
  const gradeName = (Object.keys(GRADES) as (keyof typeof GRADES)[]).find((name) => GRADES[name] === grade)
  const gradeMood = gradeName === undefined ? undefined : MOOD_OF_GRADE[gradeName]
  const overlayMood = overlays.map(({ kind }) => MOOD_OF_OVERLAY[kind]).find((mood) => mood !== undefined)
  if (gradeMood !== undefined || overlayMood !== undefined) return gradeMood ?? overlayMood ?? 'calm'
  if (distortions.some(({ kind }) => kind === 'handheld' || kind === 'shake') || summary.moves.includes('dolly-zoom')) return 'tense'
  if (summary.moves.includes('rise') || summary.moves.includes('pull-out')) return 'epic'
  return scene.kind === 'between' ? 'dreamy' : 'calm'
}
