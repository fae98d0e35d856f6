import type { Hit, Note, Score } from './score.ts'
import type { Part, Style } from './style.ts'
import { type Bus, amplitudeOf, fadePerSample, makeBus, toSampleCount } from './bus.ts'
import { type Instrument, INSTRUMENTS } from './instrument.ts'
import { makePick } from './outline.ts'
import { playBell, playString, playTone } from './play-pitched.ts'
import { playDrum } from './play-drum.ts'
import { makeRoom } from './room.ts'

const ECHO_FEEDBACK = 0.42
const ECHO_DAMPING = 0.45

const LEVEL_BLOCK_S = 0.05
const AUDIBLE_ENERGY = 1e-5
const PART_LOUDNESS = 0.1
const PAN_WIDTH = 0.3
const MAX_START_DELAY_S = 0.006
const DUCK_RECOVERY_S = 0.5
const ECHO_BEATS = 0.75
const DRUM_ROOM_SEND = 0.12

/** The loudness of a bus while it is audible, to balance all instruments. */
function audibleLevel({ left, right }: Bus): number {
  const size = toSampleCount(LEVEL_BLOCK_S)
  let [energySum, audibleBlocks] = [0, 0]
  for (let from = 0; from + size <= left.length; from += size) {
    let energy = 0
    for (let i = from; i < from + size; i++) energy += (left[i] ?? 0) * (left[i] ?? 0) + (right[i] ?? 0) * (right[i] ?? 0)
    if (energy / size < AUDIBLE_ENERGY) continue
    energySum += energy / size
    audibleBlocks++
  }
  return audibleBlocks === 0 ? 0 : Math.sqrt(energySum / audibleBlocks)
}

function addRow(to: Float32Array, from: Float32Array, gain: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + (from[i] ?? 0) * gain
}

function addBus(to: Bus, from: Bus, gain: number): void {
  if (gain === 0) return
  addRow(to.left, from.left, gain)
  addRow(to.right, from.right, gain)
}

function applyGains(samples: Float32Array, gains: Float32Array): void {
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * (gains[i] ?? 1)
}

/** Sidechain ducking: a gain that every kick lowers and that recovers. */
function makeDuckGains(hits: readonly Hit[], depth: number, length: number): Float32Array | null {
  const kicks = hits.filter((hit) => hit.drum === 'kick')
  if (depth === 0 || kicks.length === 0) return null
  const recovery = fadePerSample(DUCK_RECOVERY_S)
  const gains = new Float32Array(length).fill(1)
  for (const [k, kick] of kicks.entries()) {
    const nextKick = kicks[k + 1]
    const end = nextKick ? toSampleCount(nextKick.startS) : length
    let duckDepth = depth
    for (let i = toSampleCount(kick.startS); i < end; i++) {
      gains[i] = 1 - duckDepth
      duckDepth *= recovery
    }
  }
  return gains
}

function playNotes(bus: Bus, instrument: Instrument, notes: readonly Note[], width: number, random: () => number): void {
  const sound = INSTRUMENTS[instrument]
  for (const [i, scoredNote] of notes.entries()) {
    const note = { ...scoredNote, startS: scoredNote.startS + random() * MAX_START_DELAY_S }
    const pan = (i % 2 === 0 ? width : -width) * random()
    if (sound.kind === 'tone') playTone(bus, sound, note, pan, random)
    else if (sound.kind === 'bell') playBell(bus, sound, note, pan)
    else playString(bus, sound, note, pan, random)
  }
}

/** Plays a score: each part on its own instrument, balanced, in one room. */
export function performScore(score: Score, style: Style, length: number, random: () => number): Bus {
  const pick = makePick(random)
  const [mix, roomSend, echoSend, bus] = [makeBus(length), makeBus(length), makeBus(length), makeBus(length)]
  const duckGains = makeDuckGains(score.drums, style.duck, length)

  /** Mixes a part's bus with its level, room and echo, and clears the bus. */
  function addPartToMix(part: Pick<Part, 'levelDb' | 'room' | 'echo'>, gains: Float32Array | null): void {
    const level = audibleLevel(bus)
    if (level === 0) return
    if (gains) for (const samples of [bus.left, bus.right]) applyGains(samples, gains)
    const gain = (amplitudeOf(part.levelDb) * PART_LOUDNESS) / level
    addBus(mix, bus, gain)
    addBus(roomSend, bus, gain * part.room)
    addBus(echoSend, bus, gain * part.echo)
    for (const samples of [bus.left, bus.right]) samples.fill(0)
  }

  function playPart(part: Part | null, notes: readonly Note[], width: number, gains: Float32Array | null): void {
    if (!part) return
    playNotes(bus, pick(part.instruments), notes, width, random)
    addPartToMix(part, gains)
  }

  playPart(style.pad, score.pad, PAN_WIDTH, duckGains)
  playPart(style.bass, score.bass, 0, duckGains)
  playPart(style.figure, score.figure, 2 * PAN_WIDTH, null)
  playPart(style.melody, score.melody, PAN_WIDTH / 2, null)
  for (const hit of score.drums) playDrum(bus, hit, random)
  if (style.drums) addPartToMix({ levelDb: style.drums.levelDb, room: DRUM_ROOM_SEND, echo: 0 }, null)
  const echo = makeEcho(echoSend, (60 / score.beatsPerMinute) * ECHO_BEATS)
  addBus(mix, echo, 1)
  addBus(roomSend, echo, 0.3)
  addBus(mix, makeRoom(roomSend, style.roomS), 0.5)
  return mix
}

/** Ping-pong echoes of a bus that lose treble with each repetition. */
function makeEcho(bus: Bus, seconds: number): Bus {
  const length = bus.left.length
  const delay = toSampleCount(seconds)
  const echo = makeBus(length)
  let [dampedLeft, dampedRight] = [0, 0]
  for (let i = delay; i < length; i++) {
    const monoSample = ((bus.left[i - delay] ?? 0) + (bus.right[i - delay] ?? 0)) / 2
    dampedLeft += (1 - ECHO_DAMPING) * (monoSample + ECHO_FEEDBACK * (echo.right[i - delay] ?? 0) - dampedLeft)
    dampedRight += (1 - ECHO_DAMPING) * (ECHO_FEEDBACK * (echo.left[i - delay] ?? 0) - dampedRight)
    echo.left[i] = dampedLeft
    echo.right[i] = dampedRight
  }
  return echo
}
