import { testCoreForms } from './form-limit-runs.ts'

/** With this seed the first example for the form of the names is one character and spaces far beyond the limit. */
const SEED = 1578595309

testCoreForms(6, SEED)
