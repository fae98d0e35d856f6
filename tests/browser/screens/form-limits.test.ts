import { testCoreForms } from './form-limit-runs.ts'

/** With this seed, the first example for the form `names` is one character and then spaces, together far longer than the limit. */
const SEED = 1578595309

testCoreForms(6, SEED)
