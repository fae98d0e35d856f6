import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { testCleanShop } from './clean-shop.ts'
import { openShop } from './pricing-screen.ts'

startAsFirstVisit()
openShop()

testCleanShop('phone', 'light')
testCleanShop('desktop', 'dark')
