import type { BrowserContext } from '@playwright/test'
import type { TestServer } from '../../fixtures/start-test-server.ts'

/** Buys and pays as the logged-in user, by direct calls without screens. Returns the order's id. */
export async function buy(
  { request }: BrowserContext,
  { origin }: Pick<TestServer, 'origin'>,
  skuId: string,
  currencyCode = 'USD',
): Promise<string> {
  const orderAnswer = await request.post(`${origin}/api/pay/payment/subotiz/prepay/order`, {
    headers: { origin, 'idempotency-key': crypto.randomUUID() },
    data: {
      skuId,
      currencyCode,
      payType: 2,
      returnUrl: `${origin}/pay/success`,
      cancelUrl: `${origin}/pay/cancel`,
      integrationMethod: 'embedded',
      redirectOnCompletion: 'always',
    },
  })
  const { data } = (await orderAnswer.json()) as { data?: { checkoutUrl: string; payOrderId: string } }
  if (data === undefined) throw new Error(`no order: ${await orderAnswer.text()}`)
  const { checkoutUrl, payOrderId } = data
  await request.post(checkoutUrl, { form: { deed: 'pay' }, maxRedirects: 0 })
  const resultAnswer = await request.get(`${origin}/api/pay/payment/order/result?payOrderId=${payOrderId}`)
  const body = (await resultAnswer.json()) as { data?: { payResult: string } }
  if (body.data?.payResult !== 'SUCCESS') throw new Error(`not paid: ${await resultAnswer.text()}`)
  return payOrderId
}
