import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_COMPONENT_LOCALE } from '#shared/domain/component-locales.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '#shared/error-codes.ts'

const LOCALES = new URL('../../../public/locales/', import.meta.url)
const textsOf = (file: string) => JSON.parse(readFileSync(new URL(file, LOCALES), 'utf8')) as Record<string, string>
const englishTexts = Object.assign({}, ...readdirSync(new URL('en/', LOCALES)).map((file) => textsOf(`en/${file}`))) as Record<
  string,
  string
>

test.each([
  ['action.collectFailed', 'Collect failed'],
  ['action.collected', 'Added to collection'],
  ['action.copied', 'Copied to clipboard'],
  ['action.copyFailed', 'Failed to copy'],
  ['action.downloadFailed', 'Download failed'],
  ['action.linkCopied', 'Link copied'],
  ['action.linkCopyFailed', 'Link copy failed'],
  ['action.noVideoUrl', 'No video URL'],
  ['action.removalFailed', 'Removal failed'],
  ['action.removed_one', 'Resource removed'],
  ['action.templateIdUnavailable', 'Template id not available'],
  ['action.uncollected', 'Removed from collection'],
  ['app.loading', 'Loading...'],
  ['billing.unknown', 'Unknown'],
  ['checkout.addressRefused', 'Failed to validate payment URL'],
  ['error.default', 'Please try again later'],
  ['history.kind.CUSTOM', 'Image to video'],
  ['resource.missing', 'Page Not Found'],
  ['taskCommitFailed', 'Task commit failed'],
  ['taskCommitted', 'Task committed'],
  ['taskFailed', 'A background task execution failed'],
  ['taskSuccessfully', 'A background task finished successfully'],
  ['time.justNow', 'Just now'],
  ['time.minutes', '{{n}} mins'],
  ['title.support', 'Support'],
  ['viewer.missing', 'Resource not found'],
  ['viewer.use', 'Use this effect'],
])('%s is the text of the specification', (key, text) => {
  expect(englishTexts[key]).toBe(text)
})

test.each([
  ['crop.aspectRatio', '宽高比'],
  ['crop.cancel', '取消'],
  ['crop.confirm', '确定'],
  ['crop.loading', '正在加载图片...'],
  ['crop.preview', '预览'],
  ['crop.reset', '重置'],
  // The specification gives these 2 in English, also for its Chinese screens.
  ['error.notFound', 'Page Not Found'],
  ['error.server', 'Internal Server Error'],
])('%s is the text of the specification in the default language of the crop and error screens', (key, text) => {
  expect(textsOf(`component/${DEFAULT_COMPONENT_LOCALE}.json`)[key]).toBe(text)
})

test.each<[ErrorCode, string]>([
  ['H3000', 'Invalid parameters'],
  ['H3001', 'Missing parameters'],
  ['H3009', 'User not logged in'],
  ['H3013', 'You are not allowed to perform this action'],
  ['H3015', 'User not found'],
  ['H3016', 'Account already linked, cannot bind again'],
  ['H3017', 'Both accounts already have VIP, cannot bind'],
  ['H4001', 'Resource not found'],
  ['H4013', 'Third-party payment error'],
  ['H4021', 'Illegal operation'],
  ['H4022', 'Too many requests. Please try again later'],
  ['H4023', 'Payment order not found'],
  ['H4031', 'SKU not found'],
  ['H4040', 'No subscription info found'],
  ['H4041', 'Refund limit reached'],
  ['H4043', 'Duplicate subscription is not allowed'],
  ['H4044', 'Insufficient credits to generate content'],
  ['H4045', 'Too many failed content generations'],
  ['H5000', 'Service error'],
  ['H5001', 'Unknown error'],
  ['H503', 'Service not found'],
  ['ORDER_PARAM_ERROR', 'Order not found. Please check your input.'],
  ['ORDER_STATUS_ERROR', 'Refund request submitted. We will process it within 24 hours.'],
  ['ORDER_CAN_NOT_REFUND', 'Order cannot be refunded due to status.'],
  ['40001', 'Please try again later'],
])('the server answers %s with the text of the specification', (code, text) => {
  expect(ERROR_CATALOGUE[code].text).toBe(text)
})
