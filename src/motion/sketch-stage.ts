import type { SketchMode, SketchOrder, SketchPicture } from '#shared/contract/sketch-contract.ts'
import type { SketchAnswer, SketchClient } from './sketch-client.ts'

/** A sketch to show. The same key means the same pictures and plan. */
interface SketchRequest {
  readonly key: string
  /** A key of the user's choices. A changed choice counts as a touch of the sketch; a new seed alone does not. */
  readonly choice: string
  readonly plan: SketchOrder['plan']
  readonly mode: SketchMode
  /** Returns null if a picture can't be loaded. */
  readonly loadPictures: () => Promise<readonly SketchPicture[] | null>
}

/**
 * none: no frame is shown; playing: the sketch runs; still: the requested single frame is shown; resting: a frame is shown and the
 * sketch does not run.
 */
export type SketchPhase = 'none' | 'playing' | 'still' | 'resting'

interface SketchSeat<Canvas> {
  /** Called with each new canvas that has a frame of the sketch. */
  readonly show: (canvas: Canvas) => void
  readonly onPhase: (phase: SketchPhase) => void
}

export interface SketchActor {
  /** Sets the sketch to show. Null stops the drawing, but the canvas stays as it is. */
  want(request: SketchRequest | null): void
  see(isInSight: boolean): void
  touch(): void
  leave(): void
}

interface Actor<Canvas> extends SketchClaim {
  readonly name: string
  readonly seat: SketchSeat<Canvas>
  isInSight: boolean
  touched: number
  isOpen: boolean
  request: SketchRequest | null
  choice: string | null
  canvas: Canvas | null
  /** The request key of the frame on the canvas; null without a frame. */
  drawnKey: string | null
}

/** The sketch that runs or starts, and its request. */
interface Run<Canvas> {
  readonly actor: Actor<Canvas>
  readonly request: SketchRequest
  readonly mode: SketchMode
  /**
   * True if the run draws only one frame, because this sketch's frame is missing or outdated. Afterwards, the sketch that was touched
   * last runs.
   */
  readonly isCatchingUp: boolean
}

interface SketchStageDeps<Canvas> {
  readonly client: SketchClient<Canvas>
  readonly isTabVisible: () => boolean
}

export interface SketchStage<Canvas> {
  enter(seat: SketchSeat<Canvas>): SketchActor
  /** Pauses or resumes all sketches, for example while a picture is prepared. */
  setPaused(isPaused: boolean): void
  /** Chooses the running sketch again, after a change such as the tab's visibility. */
  update(): void
}

/** Runs one sketch at a time, in a visible tab only: the visible sketch that was touched last. */
export function createSketchStage<Canvas>({ client, isTabVisible }: SketchStageDeps<Canvas>): SketchStage<Canvas> {
  const actors = new Set<Actor<Canvas>>()
  let names = 0
  let touches = 0
  let isPaused = false
  let isAtRest = true
  let running: Run<Canvas> | null = null

  function update(): void {
    const next = isTabVisible() && !isPaused ? choose() : null
    if (running !== null && running.actor === next?.actor && running.request.key === next.request.key && running.mode === next.mode) return
    if (running !== null && running.actor !== next?.actor) reportResting(running)
    running = next
    if (running !== null) void run(running)
    else if (!isAtRest) client.rest()
    isAtRest = running === null
  }

  function choose(): Run<Canvas> | null {
    const chosen = chooseSketch(actors)
    const behind = chooseBehind(actors, chosen)
    const actor = behind ?? chosen
    const request = actor?.request ?? null
    if (actor === null || request === null) return null
    return { actor, request, mode: behind === null ? request.mode : 'still', isCatchingUp: behind !== null }
  }

  function reportResting({ actor: { canvas, seat }, mode }: Run<Canvas>): void {
    if (canvas !== null && mode === 'play') seat.onPhase('resting')
  }

  async function run(mine: Run<Canvas>): Promise<void> {
    const { actor, request, mode } = mine
    const pictures = await request.loadPictures()
    if (running !== mine) return
    if (pictures === null) return close(actor)
    const answer = await client.draw(actor.name, { key: request.key, pictures, plan: request.plan }, mode)
    if (running === mine) receive(mine, answer)
  }

  function receive({ actor, request, mode, isCatchingUp }: Run<Canvas>, answer: SketchAnswer<Canvas>): void {
    if (answer.status === 'lost') return goOn()
    if (answer.status !== 'drawn') return close(actor)
    if (actor.canvas !== answer.canvas) actor.seat.show(answer.canvas)
    actor.canvas = answer.canvas
    actor.drawnKey = request.key
    if (isCatchingUp) {
      actor.seat.onPhase('resting')
      return goOn()
    }
    actor.seat.onPhase(mode === 'play' ? 'playing' : 'still')
    if (mode === 'still') close(actor)
  }

  /** Marks the actor's request as drawn or failed, then runs the next sketch. */
  function close(actor: Actor<Canvas>): void {
    actor.isOpen = false
    goOn()
  }

  function goOn(): void {
    running = null
    update()
  }

  client.onLost = goOn

  return {
    enter(seat) {
      names += 1
      const actor: Actor<Canvas> = {
        name: `sketch-${names}`,
        seat,
        isInSight: false,
        touched: 0,
        isOpen: false,
        request: null,
        choice: null,
        canvas: null,
        drawnKey: null,
      }
      actors.add(actor)
      const touch = () => {
        touches += 1
        actor.touched = touches
      }
      return {
        want(request) {
          const isNew = request !== null && (request.key !== actor.request?.key || request.mode !== actor.request.mode)
          if (request !== null && (request.choice !== actor.choice || request.mode !== actor.request?.mode)) touch()
          actor.isOpen = request !== null && (isNew || actor.isOpen)
          actor.request = request
          actor.choice = request?.choice ?? actor.choice
          update()
        },
        see(isInSight) {
          if (isInSight && actor.touched === 0) touch()
          actor.isInSight = isInSight
          update()
        },
        touch() {
          touch()
          update()
        },
        leave() {
          actors.delete(actor)
          update()
          client.drop(actor.name)
        },
      }
    },
    setPaused(shouldHold) {
      isPaused = shouldHold
      update()
    },
    update,
  }
}

/** The facts about one sketch that decide which sketch runs. */
interface SketchClaim {
  readonly isInSight: boolean
  /** Grows with each touch: a changed choice, a pointer over the sketch, its first appearance. 0 before the first touch. */
  readonly touched: number
  /** The sketch is animated, or its request is not drawn yet. */
  readonly isOpen: boolean
  /** The request key of the sketch's drawn frame; null without a frame. */
  readonly drawnKey: string | null
  readonly request: { readonly key: string; readonly mode: SketchMode } | null
}

/** Returns the sketch to run: the visible open sketch that was touched last. */
function chooseSketch<Claim extends SketchClaim>(claims: Iterable<Claim>): Claim | null {
  let chosen: Claim | null = null
  for (const claim of claims) {
    if (claim.isInSight && claim.isOpen && (chosen === null || claim.touched > chosen.touched)) chosen = claim
  }
  return chosen
}

/**
 * Returns a visible animated sketch, other than the chosen one, whose frame is missing or outdated. One frame of it is drawn before the
 * chosen sketch runs.
 */
function chooseBehind<Claim extends SketchClaim>(claims: Iterable<Claim>, chosen: Claim | null): Claim | null {
  for (const claim of claims) {
    const { isInSight, isOpen, drawnKey, request } = claim
    if (claim !== chosen && isInSight && isOpen && request?.mode === 'play' && drawnKey !== request.key) return claim
  }
  return null
}
