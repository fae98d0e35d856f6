import { writeFileSync } from 'node:fs'
import { readMarks } from './engines-table.mjs'

/** Writes the data of the table into the file ENGINES_REPORT. */
export default class EnginesReporter {
  onTestRunEnd(modules) {
    writeFileSync(process.env.ENGINES_REPORT, JSON.stringify(readMarks(modules)))
  }
}
