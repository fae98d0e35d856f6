import type { CallRoute } from './call-routes.ts'
import { changeMe } from '#server/services/account/change-me.ts'
import { changePassword } from '#server/services/account/change-password.ts'
import { deleteMe } from '#server/services/account/delete-me.ts'
import { endSessions } from '#server/services/account/end-sessions.ts'
import { keepMe } from '#server/services/account/keep-me.ts'
import { listSessions } from '#server/services/account/list-sessions.ts'
import { logInVisitor } from '#server/services/account/log-in-visitor.ts'
import { readMe } from '#server/services/account/read-me.ts'
import { readPayInfo } from '#server/services/account/read-pay-info.ts'
import { readAppInfo } from '#server/services/app/read-app-info.ts'
import { logInByThirdParty } from '#server/services/auth/log-in-by-third-party.ts'
import { completeSignup } from '#server/services/auth/complete-signup.ts'
import { logInByEmail } from '#server/services/auth/log-in-by-email.ts'
import { logOut } from '#server/services/auth/log-out.ts'
import { resetPassword } from '#server/services/auth/reset-password.ts'
import { sendResetCode } from '#server/services/auth/send-reset-code.ts'
import { sendVerificationCode } from '#server/services/auth/send-verification-code.ts'
import { tellRegistered } from '#server/services/auth/tell-registered.ts'
import { verifyEmailCode } from '#server/services/auth/verify-email-code.ts'
import { listSkus } from '#server/services/catalogue/list-skus.ts'
import { listArticles } from '#server/services/article/list-articles.ts'
import { listTags } from '#server/services/article/list-tags.ts'
import { readArticle } from '#server/services/article/read-article.ts'
import { takeClientError } from '#server/services/client-error/take-client-error.ts'
import { sendMessage } from '#server/services/contact/send-message.ts'
import { listLedger } from '#server/services/credits/list-ledger.ts'
import { readPoints } from '#server/services/credits/read-points.ts'
import { cancelSubscription } from '#server/services/membership/cancel-subscription.ts'
import { readSubscription } from '#server/services/membership/read-subscription.ts'
import { createOrder } from '#server/services/order/create-order.ts'
import { readOrderResult } from '#server/services/order/read-order-result.ts'
import { validateUrl } from '#server/services/order/validate-url.ts'
import { listTransactions } from '#server/services/payment/list-transactions.ts'
import { queryPayment } from '#server/services/payment/query-payment.ts'
import { readReceipt } from '#server/services/payment/read-receipt.ts'
import { presignGet } from '#server/services/file/presign-get.ts'
import { presignUpload } from '#server/services/file/presign-upload.ts'
import { storeForm } from '#server/services/file/store-form.ts'
import { cancelTask } from '#server/services/generation/cancel-task.ts'
import { collectCreations } from '#server/services/generation/collect-creations.ts'
import { deleteCreations } from '#server/services/generation/delete-creations.ts'
import { generateCustom } from '#server/services/generation/generate-custom.ts'
import { generateHeadTail } from '#server/services/generation/generate-head-tail.ts'
import { generateTemplate } from '#server/services/generation/generate-template.ts'
import { listHistory } from '#server/services/generation/list-history.ts'
import { listParameters } from '#server/services/generation/list-parameters.ts'
import { queryBatch } from '#server/services/generation/query-batch.ts'
import { queryTask } from '#server/services/generation/query-task.ts'
import { restoreCreations } from '#server/services/generation/restore-creations.ts'
import { listWords } from '#server/services/prompt/list-words.ts'
import { subscribeEmail } from '#server/services/newsletter/subscribe-email.ts'
import { forgetSubscription } from '#server/services/push/forget-subscription.ts'
import { keepSubscription } from '#server/services/push/keep-subscription.ts'
import { listTemplates } from '#server/services/template/list-templates.ts'
import { readTemplate, readTemplateByPath } from '#server/services/template/read-template.ts'
import { keepUsage } from '#server/services/track/keep-usage.ts'
import { suggestPrompt } from '#server/services/prompt/suggest-prompt.ts'
import * as account from '#shared/api/account.ts'
import * as appInfo from '#shared/api/app-info.ts'
import * as articles from '#shared/api/articles.ts'
import * as auth from '#shared/api/auth.ts'
import * as catalogue from '#shared/api/catalogue.ts'
import * as clientErrors from '#shared/api/client-error.ts'
import * as files from '#shared/api/files.ts'
import * as generation from '#shared/api/generation.ts'
import * as payOrders from '#shared/api/pay-orders.ts'
import * as payments from '#shared/api/payments.ts'
import * as prompts from '#shared/api/prompts.ts'
import * as push from '#shared/api/push.ts'
import * as subscription from '#shared/api/subscription.ts'
import * as track from '#shared/api/track.ts'
import * as templates from '#shared/api/templates.ts'
import * as payUser from '#shared/api/pay-user.ts'
import * as user from '#shared/api/user.ts'
import { callRoute, formRoute } from './call-routes.ts'

/** Every call of the API and the verb that answers it. */
export const API_ROUTES: readonly CallRoute[] = [
  callRoute(appInfo.getAppInfo, readAppInfo),
  callRoute(auth.emailRegistered, tellRegistered),
  callRoute(auth.sendVerificationCode, sendVerificationCode),
  callRoute(auth.sendResetCode, sendResetCode),
  callRoute(auth.verifyEmailCode, verifyEmailCode),
  callRoute(auth.completeSignup, completeSignup),
  callRoute(auth.logInByEmail, logInByEmail),
  callRoute(auth.resetPassword, resetPassword),
  callRoute(auth.logOut, logOut),
  callRoute(payUser.payLogin, logInVisitor),
  callRoute(payUser.getPayInfo, readPayInfo),
  callRoute(catalogue.getSkus, listSkus),
  callRoute(payOrders.createOrder, createOrder),
  callRoute(payOrders.getOrderResult, readOrderResult),
  callRoute(payOrders.validateUrl, validateUrl),
  callRoute(subscription.getSubscription, readSubscription),
  callRoute(subscription.unsubscribe, cancelSubscription),
  callRoute(payments.getTransactions, listTransactions),
  callRoute(payments.getPayment, queryPayment),
  callRoute(payments.getReceipt, readReceipt),
  callRoute(auth.logInByThirdParty, logInByThirdParty),
  callRoute(user.getPoints, readPoints),
  callRoute(user.getLedger, listLedger),
  callRoute(user.getMe, readMe),
  callRoute(account.changeMe, changeMe),
  callRoute(account.changePassword, changePassword),
  callRoute(account.getSessions, listSessions),
  callRoute(account.endSessions, endSessions),
  callRoute(account.deleteMe, deleteMe),
  callRoute(account.keepMe, keepMe),
  callRoute(push.subscribePush, keepSubscription),
  callRoute(push.unsubscribePush, forgetSubscription),
  callRoute(user.contactUs, sendMessage),
  callRoute(user.subscribeEmail, subscribeEmail),
  callRoute(clientErrors.reportClientError, takeClientError),
  callRoute(files.presignUpload, presignUpload),
  callRoute(files.presignGet, presignGet),
  formRoute(files.uploadFile, storeForm),
  callRoute(generation.getVideoParameters, listParameters),
  callRoute(generation.getHeadTailParameters, listParameters),
  callRoute(prompts.getPromptWords, listWords),
  callRoute(prompts.suggestPrompt, suggestPrompt),
  callRoute(templates.getExplore, listTemplates('explore')),
  callRoute(templates.getEffects, listTemplates('effects')),
  callRoute(templates.getNewTemplates, listTemplates('new')),
  callRoute(templates.getHotTemplates, listTemplates('hot')),
  callRoute(templates.getPopularTemplates, listTemplates('popular')),
  callRoute(templates.getTemplate, readTemplate),
  callRoute(templates.getTemplateByPath, readTemplateByPath),
  callRoute(articles.getArticles, listArticles),
  callRoute(articles.getArticleTags, listTags),
  callRoute(articles.getArticle, readArticle),
  callRoute(generation.generateCustom, generateCustom),
  callRoute(generation.generateHeadTail, generateHeadTail),
  callRoute(generation.generateTemplate, generateTemplate),
  callRoute(generation.queryBatch, queryBatch),
  callRoute(generation.queryTask, queryTask),
  callRoute(generation.getHistory, listHistory),
  callRoute(generation.cancelTask, cancelTask),
  callRoute(generation.collectCreations, collectCreations),
  callRoute(generation.deleteCreations, deleteCreations),
  callRoute(generation.restoreCreations, restoreCreations),
]

/** The calls whose pages can't sign them. */
export const UNSIGNED_ROUTES: readonly CallRoute[] = [callRoute(track.trackUsage, keepUsage)]
