import { useEffect, useRef, useState } from 'react'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { playAlone } from '#src/browser/only-player.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { useSnapshot } from '#src/store/state.ts'

interface PlaybackFacts {
  readonly isPlaying: boolean
  readonly isFailed: boolean
  readonly timeS: number
  readonly durationS: number
}

export interface Playback extends PlaybackFacts {
  readonly isMuted: boolean
  readonly handlers: Readonly<Record<'onPlay' | 'onPause' | 'onTimeUpdate' | 'onDurationChange' | 'onEmptied' | 'onError', VideoHandler>>
  readonly togglePlaying: () => void
  readonly pause: () => void
  readonly seek: (timeS: number) => void
  readonly stepFrame: (frames: number) => void
  readonly toggleSound: () => void
}

type VideoHandler = (event: React.SyntheticEvent<HTMLVideoElement>) => void

const INITIAL_FACTS: PlaybackFacts = { isPlaying: false, isFailed: false, timeS: 0, durationS: 0 }

/**
 * Controls the playback of a video. It starts automatically if `playsByItself` is true. Sound is off until the user turns it on;
 * that choice is stored.
 */
export function usePlayback(video: React.RefObject<HTMLVideoElement | null>, url: string | null, playsByItself: boolean): Playback {
  const releasePlayback = useRef<() => void>(() => undefined)
  // The facts are stored with the URL of their video, because they must not be shown for the next video.
  const [urlFacts, setUrlFacts] = useState({ url, facts: INITIAL_FACTS })
  const factsOf = (current: typeof urlFacts) => (current.url === url ? current.facts : INITIAL_FACTS)
  const { sound } = useSnapshot(preferences)
  const [isSilenced, setSilenced] = useState(false)
  const changeFacts = (change: Partial<PlaybackFacts>) => setUrlFacts((former) => ({ url, facts: { ...factsOf(former), ...change } }))

  // A cached video may load before React adds its listeners, which then miss the events.
  useEffect(() => {
    const element = video.current
    if (url === null || element === null) return
    if (element.error !== null) element.dispatchEvent(new Event('error'))
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA) element.dispatchEvent(new Event('durationchange'))
  }, [video, url])
  useEffect(() => {
    const element = video.current
    if (url === null || element === null || !playsByItself) return undefined
    void playOrSilence(element, () => setSilenced(true))
    return () => element.pause()
  }, [video, url, playsByItself])
  useEffect(() => () => releasePlayback.current(), [])

  const pause = () => video.current?.pause()
  const seek = (timeS: number) => {
    setTime(video.current, timeS)
    changeFacts({ timeS })
  }
  return {
    ...factsOf(urlFacts),
    isMuted: sound === 'off' || isSilenced,
    handlers: {
      onPlay() {
        releasePlayback.current = playAlone(pause)
        changeFacts({ isPlaying: true, isFailed: false })
      },
      onPause() {
        releasePlayback.current()
        changeFacts({ isPlaying: false })
      },
      onTimeUpdate: ({ currentTarget }) => changeFacts({ timeS: currentTarget.currentTime }),
      onDurationChange: ({ currentTarget }) => changeFacts({ durationS: currentTarget.duration || 0, isFailed: false }),
      onEmptied: () => setUrlFacts({ url, facts: INITIAL_FACTS }),
      onError: () => changeFacts({ isFailed: true, isPlaying: false }),
    },
    togglePlaying() {
      const element = video.current
      if (element === null) return
      if (element.error !== null) {
        changeFacts({ isFailed: false })
        element.load()
      }
      if (element.paused) void playOrSilence(element, () => setSilenced(true))
      else element.pause()
    },
    pause,
    seek,
    stepFrame(frames) {
      const element = video.current
      if (element === null) return
      element.pause()
      seek(Math.max(0, Math.min(element.duration || 0, element.currentTime + frames / FRAMES_PER_SECOND)))
    },
    toggleSound() {
      const isAudible = sound === 'on' && !isSilenced
      setSilenced(false)
      setPreference('sound', isAudible ? 'off' : 'on')
    },
  }
}

function setTime(video: HTMLVideoElement | null, timeS: number): void {
  if (video !== null) video.currentTime = timeS
}

/** Plays the video. If the browser blocks sound before the user's first gesture, it plays muted. */
async function playOrSilence(video: HTMLVideoElement, onSilence: () => void): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    if (video.muted || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    video.muted = true
    onSilence()
    await video.play().catch(() => undefined)
  }
}
