import { testScreens } from './extreme-screens.ts'

testScreens('most')
