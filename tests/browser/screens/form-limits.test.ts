import { coreFormsTake } from './form-limit-runs.ts'

coreFormsTake(6)
