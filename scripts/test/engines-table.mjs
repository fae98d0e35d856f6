export const DONE = '✓'
export const BROKEN = '✗'
export const LEFT_OUT = '—'

/** The result of each step in each engine, from Vitest's modules. A suite has the name of its engine. */
export function readMarks(modules) {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  return tests.map((test) => ({ engine: test.parent.name, step: test.name, mark: markOf(test) }))
}

/** A step that did not run because its engine did not start counts as broken. */
function markOf(test) {
  const { state } = test.result()
  if (state === 'passed') return DONE
  return state === 'failed' || test.parent.errors().length > 0 ? BROKEN : LEFT_OUT
}

/** The lines of a table of steps by engines, as Markdown. */
export function engineTable(marks, engines) {
  const engineHeads = engines.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`))
  const steps = [...new Set(marks.map(({ step }) => step))]
  const markIn = (step, name) => marks.find((entry) => entry.step === step && entry.engine === name)?.mark ?? LEFT_OUT
  const rowText = (firstCell, otherCells) => `| ${[firstCell, ...otherCells].join(' | ')} |`
  const rows = steps.map((step) =>
    rowText(
      step,
      engines.map(({ name }) => markIn(step, name)),
    ),
  )
  return [rowText('step', engineHeads), rowText('---', Array(engineHeads.length).fill(':-:')), ...rows]
}
