import type { Hit, Note, Score } from './score.ts'
import type { Part, Style } from './style.ts'
import { type Bus, amplitudeOf, fadePerSample, makeBus, samplesOf } from './bus.ts'
import { type Instrument, INSTRUMENTS } from './instrument.ts'
import { makePick } from './outline.ts'
import { playBell, playString, playTone } from './play-pitched.ts'
import { playDrum } from './play-drum.ts'
import { makeRoom } from './room.ts'

const AGAIN = 0.42
const DULLING = 0.45

const MEASURE_S = 0.05
const AUDIBLE_ENERGY = 1e-5
const PART_LOUDNESS = 0.1
const SIDE = 0.3
const HUMAN_S = 0.006
const DUCK_S = 0.5
const ECHO_BEATS = 0.75
const DRUM_ROOM = 0.12

/** The loudness of a bus while it is audible, to balance all instruments. */
function soundingLevel({ left, right }: Bus): number {
  const size = samplesOf(MEASURE_S)
  let [total, sounding] = [0, 0]
  for (let from = 0; from + size <= left.length; from += size) {
    let energy = 0
    for (let i = from; i < from + size; i++) energy += (left[i] ?? 0) * (left[i] ?? 0) + (right[i] ?? 0) * (right[i] ?? 0)
    if (energy / size < AUDIBLE_ENERGY) continue
    total += energy / size
    sounding++
  }
  return sounding === 0 ? 0 : Math.sqrt(total / sounding)
}

function addRow(to: Float32Array, from: Float32Array, gain: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + (from[i] ?? 0) * gain
}

function addBus(to: Bus, from: Bus, gain: number): void {
  if (gain === 0) return
  addRow(to.left, from.left, gain)
  addRow(to.right, from.right, gain)
}

function shapeRow(row: Float32Array, curve: Float32Array): void {
  for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) * (curve[i] ?? 1)
}

/** Sidechain ducking: a gain that every kick lowers and that recovers. */
function duckCurve(hits: readonly Hit[], depth: number, length: number): Float32Array | null {
  const kicks = hits.filter((hit) => hit.drum === 'kick')
  if (depth === 0 || kicks.length === 0) return null
  const back = fadePerSample(DUCK_S)
  const curve = new Float32Array(length).fill(1)
  for (const [k, kick] of kicks.entries()) {
    const next = kicks[k + 1]
    const until = next ? samplesOf(next.startS) : length
    let pressed = depth
    for (let i = samplesOf(kick.startS); i < until; i++) {
      curve[i] = 1 - pressed
      pressed *= back
    }
  }
  return curve
}

function playNotes(bus: Bus, instrument: Instrument, notes: readonly Note[], width: number, random: () => number): void {
  const sound = INSTRUMENTS[instrument]
  for (const [i, exact] of notes.entries()) {
    const note = { ...exact, startS: exact.startS + random() * HUMAN_S }
    const pan = (i % 2 === 0 ? width : -width) * random()
    if (sound.kind === 'tone') playTone(bus, sound, note, pan, random)
    else if (sound.kind === 'bell') playBell(bus, sound, note, pan)
    else playString(bus, sound, note, pan, random)
  }
}

/** Plays a score: each part on its own instrument, balanced, in one room. */
export function perform(score: Score, style: Style, length: number, random: () => number): Bus {
  const pick = makePick(random)
  const [mix, toRoom, toEcho, bus] = [makeBus(length), makeBus(length), makeBus(length), makeBus(length)]
  const duck = duckCurve(score.drums, style.duck, length)

  /** Mixes a part's bus with its level, room and echo, and clears the bus. */
  function addPartToMix(part: Pick<Part, 'levelDb' | 'room' | 'echo'>, curve: Float32Array | null): void {
    const level = soundingLevel(bus)
    if (level === 0) return
    if (curve) for (const row of [bus.left, bus.right]) shapeRow(row, curve)
    const gain = (amplitudeOf(part.levelDb) * PART_LOUDNESS) / level
    addBus(mix, bus, gain)
    addBus(toRoom, bus, gain * part.room)
    addBus(toEcho, bus, gain * part.echo)
    for (const row of [bus.left, bus.right]) row.fill(0)
  }

  function playPart(part: Part | null, notes: readonly Note[], width: number, curve: Float32Array | null): void {
    if (!part) return
    playNotes(bus, pick(part.instruments), notes, width, random)
    addPartToMix(part, curve)
  }

  playPart(style.pad, score.pad, SIDE, duck)
  playPart(style.bass, score.bass, 0, duck)
  playPart(style.figure, score.figure, 2 * SIDE, null)
  playPart(style.melody, score.melody, SIDE / 2, null)
  for (const hit of score.drums) playDrum(bus, hit, random)
  if (style.drums) addPartToMix({ levelDb: style.drums.levelDb, room: DRUM_ROOM, echo: 0 }, null)
  const echo = makeEcho(toEcho, (60 / score.beatsPerMinute) * ECHO_BEATS)
  addBus(mix, echo, 1)
  addBus(toRoom, echo, 0.3)
  addBus(mix, makeRoom(toRoom, style.roomS), 0.5)
  return mix
}

/** Ping-pong echoes of a bus that lose treble with each repetition. */
function makeEcho(bus: Bus, seconds: number): Bus {
  const length = bus.left.length
  const delay = samplesOf(seconds)
  const out = makeBus(length)
  let [dullLeft, dullRight] = [0, 0]
  for (let i = delay; i < length; i++) {
    const both = ((bus.left[i - delay] ?? 0) + (bus.right[i - delay] ?? 0)) / 2
    dullLeft += (1 - DULLING) * (both + AGAIN * (out.right[i - delay] ?? 0) - dullLeft)
    dullRight += (1 - DULLING) * (AGAIN * (out.left[i - delay] ?? 0) - dullRight)
    out.left[i] = dullLeft
    out.right[i] = dullRight
  }
  return out
}
