import type { SketchMode, SketchOrder, SketchPicture } from '#shared/contract/sketch-contract.ts'
import type { SketchAnswer, SketchClient } from './sketch-client.ts'

/** What somebody wants to see sketched. The same key means the same pictures and plan. */
interface SketchRequest {
  readonly key: string
  /** What the person has chosen of it: another choice counts as a touch, another seed alone does not. */
  readonly choice: string
  readonly plan: SketchOrder['plan']
  readonly mode: SketchMode
  /** Null when a picture cannot be had. */
  readonly loadPictures: () => Promise<readonly SketchPicture[] | null>
}

/** none: no frame stands; resting: a frame stands, but another sketch runs or nobody looks. */
export type SketchPhase = 'none' | 'playing' | 'still' | 'resting'

interface SketchSeat<Canvas> {
  /** A canvas with a frame of the sketch on it, each time it is another one. */
  readonly show: (canvas: Canvas) => void
  readonly onPhase: (phase: SketchPhase) => void
}

export interface SketchActor {
  /** Null rests it; what stands on its canvas stays. */
  want(wish: SketchRequest | null): void
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
  wish: SketchRequest | null
  choice: string | null
  canvas: Canvas | null
  /** The key of what stands on the canvas. */
  drawnKey: string | null
}

/** What runs, or is about to; what it was told to show. */
interface Run<Canvas> {
  readonly actor: Actor<Canvas>
  readonly wish: SketchRequest
  readonly mode: SketchMode
  /** It gets one frame, so that none is missing or shows another wish; then the one touched last runs. */
  readonly isCatchingUp: boolean
}

interface SketchStageDeps<Canvas> {
  readonly client: SketchClient<Canvas>
  readonly isTabVisible: () => boolean
}

export interface SketchStage<Canvas> {
  enter(seat: SketchSeat<Canvas>): SketchActor
  /** While a picture is being prepared all sketches rest. */
  hold(isHeld: boolean): void
  /** Something outside has changed, such as the tab's visibility. */
  look(): void
}

/** Lets one sketch run at a time: of those in sight in a visible tab the one touched last. */
export function createSketchStage<Canvas>({ client, isTabVisible }: SketchStageDeps<Canvas>): SketchStage<Canvas> {
  const actors = new Set<Actor<Canvas>>()
  let names = 0
  let touches = 0
  let isHeld = false
  let isAtRest = true
  let running: Run<Canvas> | null = null

  function look(): void {
    const next = isTabVisible() && !isHeld ? choose() : null
    if (running !== null && running.actor === next?.actor && running.wish.key === next.wish.key && running.mode === next.mode) return
    if (running !== null && running.actor !== next?.actor) tellRest(running)
    running = next
    if (running !== null) void run(running)
    else if (!isAtRest) client.rest()
    isAtRest = running === null
  }

  function choose(): Run<Canvas> | null {
    const chosen = chooseSketch(actors)
    const behind = chooseBehind(actors, chosen)
    const actor = behind ?? chosen
    const wish = actor?.wish ?? null
    if (actor === null || wish === null) return null
    return { actor, wish, mode: behind === null ? wish.mode : 'still', isCatchingUp: behind !== null }
  }

  function tellRest({ actor: { canvas, seat }, mode }: Run<Canvas>): void {
    if (canvas !== null && mode === 'play') seat.onPhase('resting')
  }

  async function run(mine: Run<Canvas>): Promise<void> {
    const { actor, wish, mode } = mine
    const pictures = await wish.loadPictures()
    if (running !== mine) return
    if (pictures === null) return close(actor)
    const answer = await client.draw(actor.name, { key: wish.key, pictures, plan: wish.plan }, mode)
    if (running === mine) take(mine, answer)
  }

  function take({ actor, wish, mode, isCatchingUp }: Run<Canvas>, answer: SketchAnswer<Canvas>): void {
    if (answer.status === 'lost') return goOn()
    if (answer.status !== 'drawn') return close(actor)
    if (actor.canvas !== answer.canvas) actor.seat.show(answer.canvas)
    actor.canvas = answer.canvas
    actor.drawnKey = wish.key
    if (isCatchingUp) {
      actor.seat.onPhase('resting')
      return goOn()
    }
    actor.seat.onPhase(mode === 'play' ? 'playing' : 'still')
    if (mode === 'still') close(actor)
  }

  /** Nothing more is to be drawn of this wish. */
  function close(actor: Actor<Canvas>): void {
    actor.isOpen = false
    goOn()
  }

  function goOn(): void {
    running = null
    look()
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
        wish: null,
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
        want(wish) {
          const isNew = wish !== null && (wish.key !== actor.wish?.key || wish.mode !== actor.wish.mode)
          if (wish !== null && (wish.choice !== actor.choice || wish.mode !== actor.wish?.mode)) touch()
          actor.isOpen = wish !== null && (isNew || actor.isOpen)
          actor.wish = wish
          actor.choice = wish?.choice ?? actor.choice
          look()
        },
        see(isInSight) {
          if (isInSight && actor.touched === 0) touch()
          actor.isInSight = isInSight
          look()
        },
        touch() {
          touch()
          look()
        },
        leave() {
          actors.delete(actor)
          look()
          client.drop(actor.name)
        },
      }
    },
    hold(held) {
      isHeld = held
      look()
    },
    look,
  }
}

/** What decides which sketch runs. */
interface SketchClaim {
  readonly isInSight: boolean
  /** Grows with each hand that is laid on a sketch: a changed wish, a pointer over it, its first sight. */
  readonly touched: number
  /** It has something to show, and that was not shown yet or goes on. */
  readonly isOpen: boolean
  /** What its frame shows; null without one. */
  readonly drawnKey: string | null
  readonly wish: { readonly key: string; readonly mode: SketchMode } | null
}

/** The one sketch that may run: of those in sight the one touched last. */
function chooseSketch<Claim extends SketchClaim>(claims: Iterable<Claim>): Claim | null {
  let chosen: Claim | null = null
  for (const claim of claims) {
    if (claim.isInSight && claim.isOpen && (chosen === null || claim.touched > chosen.touched)) chosen = claim
  }
  return chosen
}

/** One in sight without a frame, or with the one of another wish, while the chosen one runs. */
function chooseBehind<Claim extends SketchClaim>(claims: Iterable<Claim>, chosen: Claim | null): Claim | null {
  for (const claim of claims) {
    const { isInSight, isOpen, drawnKey, wish } = claim
    if (claim !== chosen && isInSight && isOpen && wish?.mode === 'play' && drawnKey !== wish.key) return claim
  }
  return null
}
