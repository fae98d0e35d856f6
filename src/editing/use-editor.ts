import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AppErrorCode, type Result, ok } from '#shared/result.ts'
import type { Creation } from '#shared/api/generation.ts'
import type { ClipFacts, EditOrder, MadeMedia, MediaFormat } from '#shared/contract/media-contract.ts'
import * as rules from '#shared/domain/editing-rules.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { guardLeaving, notifyHoldsChanged } from '#src/routing/leave-guard.ts'
import { type OpenedVideo, editedName, makeEdit, openVideo } from './edit-video.ts'
import { type MadeMediaStore, madeMedia } from './made-media.ts'
import { type MediaClient, mediaClient } from './media-client.ts'
import { storeResult } from './store-result.ts'

export interface JoinedVideo {
  /** A unique key, because the same video may be joined twice. */
  readonly key: string
  readonly title: string
  readonly blob: Blob
  readonly frames: number
}

/** The user's choices in the editor. `orderOf` turns them into an order for the worker. */
export interface EditChoice {
  readonly trim: rules.FrameRange
  readonly ratio: rules.EditRatio
  /** The position of the visible part along the side that is cropped, from 0 to 1. */
  readonly cropAt: number
  readonly loop: rules.LoopKind
  readonly sound: 'own' | 'none' | 'music'
  readonly music: { readonly file: File | null; readonly volume: number; readonly fadeInS: number; readonly fadeOutS: number }
  readonly joined: readonly JoinedVideo[]
  readonly format: MediaFormat
  /** The frame that the editor shows. A still picture is made of this frame. */
  readonly frame: number
}

export interface EditorSource extends OpenedVideo {
  readonly url: string
}

export type EditorPhase =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly code: AppErrorCode }
  | { readonly kind: 'ready'; readonly code: AppErrorCode | null }
  | { readonly kind: 'making'; readonly share: number }
  | {
      readonly kind: 'made'
      readonly made: MadeMedia
      readonly url: string
      readonly name: string
      /** The id of the creation from which the result was made. */
      readonly originId: string
      /** Why the result could not be stored on this device; null if it was stored. */
      readonly problem: AppErrorCode | null
    }

export interface Editor {
  readonly phase: EditorPhase
  readonly source: EditorSource | null
  readonly choice: EditChoice
  readonly formats: readonly MediaFormat[]
  readonly change: (part: Partial<EditChoice>) => void
  /** Opens the source video again after a failure. */
  readonly retry: () => void
  readonly make: () => void
  /** Cancels the running edit. */
  readonly stop: () => void
  readonly continueEditing: () => void
  /** Shows a result that was made earlier. */
  readonly show: (made: MadeItem) => void
  readonly join: (creation: Creation, title: string) => Promise<Result<JoinedVideo>>
}

export function initialChoice(frames: number): EditChoice {
  const music = { file: null, volume: rules.MUSIC_VOLUME, fadeInS: rules.MUSIC_FADE_S, fadeOutS: rules.MUSIC_FADE_S }
  const defaults = { ratio: 'own', cropAt: 0.5, loop: 'none', sound: 'own', format: 'mp4' } as const
  return { ...defaults, trim: { from: 0, to: frames }, music, joined: [], frame: 0 }
}

/** The worker's order for the user's choices. If music is chosen but no file is, the video's own sound stays. */
export function orderOf(blob: Blob, facts: ClipFacts, choice: EditChoice): EditOrder {
  const { trim, ratio, cropAt, loop, joined, format, frame, music, sound } = choice
  const { file } = music
  return {
    clips: [blob, ...joined.map((video) => video.blob)],
    trim,
    crop: rules.ratioPart(facts, ratio, cropAt),
    loop,
    sound: sound !== 'music' ? { kind: sound } : file === null ? { kind: 'own' } : { ...music, kind: 'music', file },
    format,
    stillFrame: frame,
  }
}

/** The size in px and the number of frames of the result. */
export function resultOf(facts: ClipFacts, { trim, ratio, loop, joined, format }: EditChoice) {
  const part = rules.ratioPart(facts, ratio)
  const { width, height } = format === 'gif' || format === 'webp' ? rules.animationSize(part) : part
  const totalFrames = joined.reduce((sum, { frames }) => sum + frames, trim.to - trim.from)
  return { width, height, frames: format === 'png' || format === 'jpeg' ? 1 : rules.resultFrames(totalFrames, loop) }
}

/**
 * The state of one editor. With `initialResult`, it starts with an earlier result. On unmount, it cancels its calls to the media worker; a
 * result that is being stored is still stored.
 */
export function useEditor(
  creation: Creation,
  initialResult: MadeItem | null = null,
  client: MediaClient = mediaClient,
  store: MadeMediaStore = madeMedia,
): Editor {
  const [phase, setPhase] = useState<EditorPhase>({ kind: 'opening' })
  const [source, setSource] = useState<EditorSource | null>(null)
  const [choice, setChoice] = useState(() => initialChoice(0))
  const [formats, setFormats] = useState<readonly MediaFormat[]>(['mp4'])
  const closeController = useRef(new AbortController())
  const makeController = useRef<AbortController | null>(null)
  useRevokedUrl(source?.url ?? null)
  useRevokedUrl(phase.kind === 'made' ? phase.url : null)

  const openSource = async (signal: AbortSignal) => {
    const openResult = await openVideo(creation, client, signal)
    if (signal.aborted) return
    if (!openResult.ok) return setPhase({ kind: 'failed', code: openResult.error.code })
    const { blob, facts } = openResult.value
    setSource({ blob, facts, url: URL.createObjectURL(blob) })
    setChoice(initialChoice(facts.frames))
    setPhase({ kind: 'ready', code: null })
    const formatsResult = await client.formats(signal)
    if (formatsResult.ok && !signal.aborted) setFormats(formatsResult.value)
  }
  const startEditor = useEffectEvent((signal: AbortSignal) =>
    initialResult === null ? openSource(signal) : showResult(initialResult, initialResult.name, initialResult.originId),
  )
  useEffect(() => {
    const abortController = new AbortController()
    closeController.current = abortController
    void Promise.resolve().then(() => startEditor(abortController.signal))
    return () => abortController.abort()
  }, [])
  useEffect(() => () => makeController.current?.abort(), [])
  const holds = useEffectEvent(() => (phase.kind === 'making' || phase.kind === 'made' ? 'editing' : null))
  useEffect(() => guardLeaving({ holds: () => holds() }), [])
  useEffect(notifyHoldsChanged, [phase.kind])

  function showResult(made: MadeMedia, name: string, originId = creation.id, problem: AppErrorCode | null = null): void {
    if (!closeController.current.signal.aborted)
      setPhase({ kind: 'made', made, url: URL.createObjectURL(made.blob), name, originId, problem })
  }

  async function makeResult(): Promise<void> {
    if (source === null || makeController.current !== null) return
    const abortController = new AbortController()
    makeController.current = abortController
    setPhase({ kind: 'making', share: 0 })
    const order = orderOf(source.blob, source.facts, choice)
    const answer = await makeEdit(order, client, abortController.signal, (share) => {
      if (!abortController.signal.aborted) setPhase({ kind: 'making', share })
    })
    makeController.current = null
    if (closeController.current.signal.aborted) return
    if (!answer.ok) return setPhase({ kind: 'ready', code: answer.error.code === 'cancelled' ? null : answer.error.code })
    const name = editedName(creation, choice.format)
    let isShown = false
    const storeMade = () => store.save(answer.value, name, creation.id)
    await storeResult(storeMade, (saveResult) => {
      const problem = saveResult.ok ? null : saveResult.error.code
      if (isShown)
        setPhase((previous) => (previous.kind === 'made' && previous.made === answer.value ? { ...previous, problem } : previous))
      else showResult(answer.value, name, creation.id, problem)
      isShown = true
    })
  }

  return {
    phase,
    source,
    choice,
    formats,
    change: (changes) => setChoice((previous) => ({ ...previous, ...changes })),
    retry() {
      setPhase({ kind: 'opening' })
      void openSource(closeController.current.signal)
    },
    make: () => void makeResult(),
    stop: () => makeController.current?.abort(),
    show: (item) => showResult(item, item.name, item.originId),
    continueEditing() {
      setPhase(source === null ? { kind: 'opening' } : { kind: 'ready', code: null })
      if (source === null) void openSource(closeController.current.signal)
    },
    async join(joinedCreation, title) {
      const openResult = await openVideo(joinedCreation, client, closeController.current.signal)
      return openResult.ok
        ? ok({ key: crypto.randomUUID(), title, blob: openResult.value.blob, frames: openResult.value.facts.frames })
        : openResult
    },
  }
}

/** Revokes an object URL on unmount or when another URL replaces it. */
function useRevokedUrl(url: string | null): void {
  useEffect(() => {
    if (url === null) return
    return () => URL.revokeObjectURL(url)
  }, [url])
}
