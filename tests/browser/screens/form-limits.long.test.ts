import { testOtherForms } from './form-limit-runs.ts'

testOtherForms(12)
