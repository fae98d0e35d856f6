import type { Graph } from './graph.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { templatePrompt } from '../template-prompts.ts'
import { unknownValues } from './graph.ts'
import { WAN_CUSTOM, WAN_HEAD_TAIL } from './wan-graphs.ts'

/** How one effect is made: a graph, and the words that go into it. */
export interface TemplateGraph {
  readonly graph: Graph
  readonly prompt: string
}

export interface Graphs {
  readonly custom: Graph
  readonly headTail: Graph
  /** Undefined for an effect that nobody has said how to make. */
  readonly template: (templateId: string | null) => TemplateGraph | undefined
}

const nodeSchema = z.object({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) })
const graphSchema = z.record(z.string(), nodeSchema)
const templatesSchema = z.record(z.string(), z.object({ graph: z.string().min(1).optional(), prompt: z.string().min(1) }))

/**
 * Our graphs, and in their place those of a folder: `custom.json`, `head-tail.json`, and `templates.json`, which names for an effect
 * its words and, if not `custom.json`, a graph's file. Throws one sentence about the first file that is none.
 */
export function loadGraphs(folder: string | undefined): Graphs {
  const custom = readGraph(folder, 'custom.json') ?? WAN_CUSTOM
  const headTail = readGraph(folder, 'head-tail.json') ?? WAN_HEAD_TAIL
  const own = new Map<string, TemplateGraph>()
  for (const [id, { graph, prompt }] of Object.entries(read(folder, 'templates.json', templatesSchema) ?? {})) {
    const found = graph === undefined ? custom : readGraph(folder, graph)
    if (found === undefined) throw new Error(`COMFYUI_GRAPH_DIR: templates.json names ${graph} for ${id}, and there is no such file.`)
    own.set(id, { graph: found, prompt })
  }
  return {
    custom,
    headTail,
    template(templateId) {
      const prompt = templatePrompt(templateId)
      return own.get(templateId ?? '') ?? (prompt === undefined ? undefined : { graph: custom, prompt })
    },
  }
}

function readGraph(folder: string | undefined, name: string): Graph | undefined {
  const graph = read(folder, name, graphSchema)
  const [unknown] = graph === undefined ? [] : unknownValues(graph)
  if (unknown !== undefined) throw new Error(`COMFYUI_GRAPH_DIR: ${name} asks for {{${unknown}}}, which nobody gives.`)
  return graph
}

function read<Schema extends z.ZodType>(folder: string | undefined, name: string, schema: Schema): z.infer<Schema> | undefined {
  if (folder === undefined) return undefined
  if (!existsSync(folder)) throw new Error(`COMFYUI_GRAPH_DIR: there is no folder ${folder}.`)
  const file = path.join(folder, name)
  if (!existsSync(file)) return undefined
  const parsed = schema.safeParse(parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`COMFYUI_GRAPH_DIR: ${name} is no graph in the API format. Save it with "Export (API)".`)
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
