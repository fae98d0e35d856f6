import { writeFileSync } from 'node:fs'
import { readMarks } from './engines-table.mjs'

/** Writes the result of each step in each engine into the file that ENGINES_REPORT names. */
export default class EnginesReporter {
  onTestRunEnd(modules) {
    writeFileSync(process.env.ENGINES_REPORT, JSON.stringify(readMarks(modules)))
  }
}
