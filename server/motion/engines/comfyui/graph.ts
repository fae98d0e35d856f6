/** A graph in ComfyUI's API format: nodes by id. A text that is exactly `{{name}}` is a placeholder for a value. */
export type Graph = Readonly<Record<string, GraphNode>>

export interface GraphNode {
  readonly class_type: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** The values that a graph may use. Pictures are names of uploaded files. Without a second picture, `lastPicture` equals `firstPicture`. */
export interface GraphValues {
  readonly prompt: string
  /** Content that the video must not show. */
  readonly negativePrompt: string
  readonly firstPicture: string
  readonly lastPicture: string
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly fps: number
  readonly seed: number
  /** The guidance scale of the prompt. */
  readonly guidance: number
  /** The prefix of the result's file name. */
  readonly name: string
}

const PLACEHOLDER = /^\{\{(\w+)\}\}$/

const VALUE_NAMES: ReadonlySet<string> = new Set<keyof GraphValues>([
  'prompt',
  'negativePrompt',
  'firstPicture',
  'lastPicture',
  'width',
  'height',
  'frames',
  'fps',
  'seed',
  'guidance',
  'name',
])

/** The placeholders of a graph that have no value. */
export function unknownValues(graph: Graph): readonly string[] {
  const requestedNames = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs).flatMap(placeholderNames))
  return requestedNames.filter((name) => !VALUE_NAMES.has(name))
}

/** Fills in the values as data, so a prompt cannot change the graph. */
export function fillGraph(graph: Graph, values: GraphValues): Graph {
  const filledNodes = Object.entries(graph).map(([id, node]) => [id, { ...node, inputs: fillInputs(node.inputs, values) }])
  return Object.fromEntries(filledNodes) as Graph
}

function fillInputs(inputs: GraphNode['inputs'], values: GraphValues): GraphNode['inputs'] {
  return Object.fromEntries(Object.entries(inputs).map(([input, value]) => [input, fillValue(value, values)]))
}

function fillValue(value: unknown, values: GraphValues): unknown {
  const [name] = placeholderNames(value)
  return name === undefined ? value : values[name as keyof GraphValues]
}

function placeholderNames(value: unknown): readonly string[] {
  const name = typeof value === 'string' ? PLACEHOLDER.exec(value)?.[1] : undefined
  return name === undefined ? [] : [name]
}
