import { screensTake } from './extreme-screens.ts'

screensTake('most')
