import { writeFileSync } from 'node:fs'
import { readMarks } from './engines-table.mjs'

/** Writes what the table is made of into the file that ENGINES_REPORT names. */
export default class EnginesReporter {
  onTestRunEnd(modules) {
    writeFileSync(process.env.ENGINES_REPORT, JSON.stringify(readMarks(modules)))
  }
}
