import { otherFormsTake } from './form-limit-runs.ts'

otherFormsTake(12)
