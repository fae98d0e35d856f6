import { changeMe, cancelDeletion, readMe } from '../account/me.ts'
import { changeEmail, startEmailChange } from '../account/change-email.ts'
import { changePassword, resetPassword } from '../account/passwords.ts'
import { completePasskeySignUp, logInByPasskey, startPasskeyLogin, startPasskeySignUp } from '../account/passkey-login.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from '../account/passkey-settings.ts'
import { deleteMe } from '../account/delete-account.ts'
import { endSessions, listSessions, logOut } from '../account/sessions.ts'
import { readStorage } from '../account/storage.ts'
import { linkGoogle, unlinkGoogle } from '../account/google/link-google.ts'
import { logInVisitor } from '../account/log-in-visitor.ts'
import { readPayInfo } from '../billing/membership.ts'
import { readSubscription } from '../billing/membership/read-subscription.ts'
import { readAppInfo } from '../content/read-app-info.ts'
import { logInByThirdParty, logInByEmail, logInBySecondFactor } from '../account/log-in.ts'
import { readSecondFactor, renewCodes, startSecondFactor, turnOffSecondFactor, turnOnSecondFactor } from '../account/second-factor-setup.ts'
import { completeSignup } from '../account/sign-up.ts'
import { sendResetCode, sendVerificationCode } from '../account/send-code.ts'
import { isRegistered } from '../account/find-account.ts'
import { verifyEmailCode } from '../account/email-code.ts'
import { listSkus } from '../billing/orders/list-skus.ts'
import { listArticles, listTags, readArticle } from '../content/articles/articles.ts'
import { recordClientError, storeUsage } from '../measurement/usage-and-errors.ts'
import { sendMessage } from '../content/contact/send-message.ts'
import { listLedger } from '../billing/ledger-entries.ts'
import { readPoints } from '../billing/points.ts'
import { cancelSubscription, resumeSubscription } from '../billing/plan-actions/cancel-and-resume.ts'
import { agreePlanChange, cancelPlanChange } from '../billing/plan-actions/change-plan.ts'
import { quotePlanChange } from '../billing/plan-actions/quote-plan-change.ts'
import { openCardPage, payNow } from '../billing/plan-actions/failed-payment.ts'
import { createOrder } from '../billing/orders/create-order.ts'
import { readOrderResult } from '../billing/orders/read-order-result.ts'
import { quotePromotion } from '../billing/promotions/quote-promotion.ts'
import { validateUrl } from '../billing/providers/payment-url.ts'
import { readBillingDetails, saveBillingDetails } from '../billing/invoices/billing-details.ts'
import { listTransactions, queryPayment, readReceipt } from '../billing/payments/payment-history.ts'
import { requestOwnRefund } from '../billing/request-refund.ts'
import { agreeTopUp, readTopUp, saveLowPoints, stopTopUp } from '../billing/top-ups/top-up-settings.ts'
import { presignGet } from '../creations/authorise-media.ts'
import { presignUpload, storeForm } from '../pictures/presign-upload.ts'
import { cancelTask, collectCreations, deleteCreations, restoreCreations } from '../creations/change-creations.ts'
import { generateCustom, generateHeadTail, generateTemplate } from '../create/accept-commit.ts'
import { listHeadTailParameters, listParameters } from '../create/list-parameters.ts'
import { listHistory, queryBatch, queryTask } from '../creations/read-creations.ts'
import { storeEdited } from '../creations/store-edited.ts'
import { listWords, suggestPrompt } from '../create/prompt-help.ts'
import { OPERATOR_ROUTES } from '../operator/operator-routes.ts'
import { subscribeEmail } from '../content/newsletter/newsletter.ts'
import { forgetSubscription, storePushSubscription } from '../offline/push-subscriptions.ts'
import { listTemplates, readTemplate, readTemplateByPath } from '../gallery/templates.ts'
import * as account from '#shared/api/account-settings.ts'
import * as appInfo from '#shared/api/app-info.ts'
import * as articles from '#shared/api/articles.ts'
import * as auth from '#shared/api/auth.ts'
import * as catalogue from '#shared/api/catalogue.ts'
import * as clientErrors from '#shared/api/client-error.ts'
import * as files from '#shared/api/files.ts'
import * as generation from '#shared/api/generation.ts'
import * as invoices from '#shared/api/invoices.ts'
import * as passkeys from '#shared/api/passkeys.ts'
import * as payOrders from '#shared/api/pay-orders.ts'
import * as payments from '#shared/api/payments.ts'
import * as planChange from '#shared/api/plan-change.ts'
import * as promotions from '#shared/api/promotions.ts'
import * as prompts from '#shared/api/prompts.ts'
import * as push from '#shared/api/push.ts'
import * as factor from '#shared/api/second-factor.ts'
import * as refunds from '#shared/api/refunds.ts'
import * as subscription from '#shared/api/subscription.ts'
import * as track from '#shared/api/track.ts'
import * as topUps from '#shared/api/top-up.ts'
import * as templates from '#shared/api/templates.ts'
import * as payUser from '#shared/api/pay-user.ts'
import * as user from '#shared/api/user.ts'
import * as contact from '#shared/api/contact.ts'
import { type CallRoute, callRoute, formRoute } from '../http/call-routes.ts'

export const API_ROUTES: readonly CallRoute[] = [
  callRoute(appInfo.getAppInfo, readAppInfo),
  callRoute(auth.emailRegistered, isRegistered),
  callRoute(auth.sendVerificationCode, sendVerificationCode),
  callRoute(auth.sendResetCode, sendResetCode),
  callRoute(auth.verifyEmailCode, verifyEmailCode),
  callRoute(auth.completeSignup, completeSignup),
  callRoute(auth.logInByEmail, logInByEmail),
  callRoute(auth.logInBySecondFactor, logInBySecondFactor),
  callRoute(passkeys.startPasskeyLogin, startPasskeyLogin),
  callRoute(passkeys.logInByPasskey, logInByPasskey),
  callRoute(passkeys.startPasskeySignUp, startPasskeySignUp),
  callRoute(passkeys.completePasskeySignUp, completePasskeySignUp),
  callRoute(auth.resetPassword, resetPassword),
  callRoute(auth.logOut, logOut),
  callRoute(payUser.payLogin, logInVisitor),
  callRoute(payUser.getPayInfo, readPayInfo),
  callRoute(catalogue.getSkus, listSkus),
  callRoute(payOrders.createOrder, createOrder),
  callRoute(promotions.quotePromotion, quotePromotion),
  callRoute(payOrders.getOrderResult, readOrderResult),
  callRoute(payOrders.validateUrl, validateUrl),
  callRoute(subscription.getSubscription, readSubscription),
  callRoute(subscription.unsubscribe, cancelSubscription),
  callRoute(subscription.resumePlan, resumeSubscription),
  callRoute(subscription.openCardPage, openCardPage),
  callRoute(subscription.payNow, payNow),
  callRoute(planChange.quotePlanChange, quotePlanChange),
  callRoute(planChange.agreePlanChange, agreePlanChange),
  callRoute(planChange.cancelPlanChange, cancelPlanChange),
  callRoute(payments.getTransactions, listTransactions),
  callRoute(payments.getPayment, queryPayment),
  callRoute(payments.getReceipt, readReceipt),
  callRoute(refunds.requestRefund, requestOwnRefund),
  callRoute(topUps.getTopUp, readTopUp),
  callRoute(topUps.saveLowPoints, saveLowPoints),
  callRoute(topUps.agreeTopUp, agreeTopUp),
  callRoute(topUps.stopTopUp, stopTopUp),
  callRoute(invoices.getBillingDetails, readBillingDetails),
  callRoute(invoices.saveBillingDetails, saveBillingDetails),
  callRoute(auth.logInByThirdParty, logInByThirdParty),
  callRoute(user.getPoints, readPoints),
  callRoute(user.getLedger, listLedger),
  callRoute(user.getMe, readMe),
  callRoute(account.changeMe, changeMe),
  callRoute(account.changePassword, changePassword),
  callRoute(account.startEmailChange, startEmailChange),
  callRoute(account.changeEmail, changeEmail),
  callRoute(account.linkGoogle, linkGoogle),
  callRoute(account.unlinkGoogle, unlinkGoogle),
  callRoute(account.getStorage, readStorage),
  callRoute(account.getSessions, listSessions),
  callRoute(account.endSessions, endSessions),
  callRoute(factor.getSecondFactor, readSecondFactor),
  callRoute(factor.startSecondFactor, startSecondFactor),
  callRoute(factor.turnOnSecondFactor, turnOnSecondFactor),
  callRoute(factor.turnOffSecondFactor, turnOffSecondFactor),
  callRoute(factor.renewRecoveryCodes, renewCodes),
  callRoute(passkeys.getPasskeys, listPasskeys),
  callRoute(passkeys.startPasskey, startPasskey),
  callRoute(passkeys.addPasskey, addPasskey),
  callRoute(passkeys.renamePasskey, renamePasskey),
  callRoute(passkeys.removePasskey, removePasskey),
  callRoute(account.deleteMe, deleteMe),
  callRoute(account.cancelDeletion, cancelDeletion),
  callRoute(push.subscribePush, storePushSubscription),
  callRoute(push.unsubscribePush, forgetSubscription),
  callRoute(contact.contactUs, sendMessage),
  callRoute(contact.subscribeEmail, subscribeEmail),
  callRoute(clientErrors.reportClientError, recordClientError),
  callRoute(files.presignUpload, presignUpload),
  callRoute(files.presignGet, presignGet),
  formRoute(files.uploadFile, storeForm),
  callRoute(generation.getVideoParameters, listParameters),
  callRoute(generation.getHeadTailParameters, listHeadTailParameters),
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
  formRoute(generation.storeEdited, storeEdited),
  callRoute(generation.getHistory, listHistory),
  callRoute(generation.cancelTask, cancelTask),
  callRoute(generation.collectCreations, collectCreations),
  callRoute(generation.deleteCreations, deleteCreations),
  callRoute(generation.restoreCreations, restoreCreations),
  ...OPERATOR_ROUTES,
]

/** Calls without a request signature: a page may send them as beacons, which cannot have the signature's headers. */
export const UNSIGNED_ROUTES: readonly CallRoute[] = [callRoute(track.trackUsage, storeUsage)]
