import { expect, test } from 'vitest'
import { isCrawler } from '#shared/domain/is-crawler.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${WEBKIT} Chrome/126.0.6478.61 Mobile Safari/537.36 (compatible; GoogleOther)`,
  `Mozilla/5.0 ${WEBKIT} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36`,
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0 A',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  `Mozilla/5.0 ${WEBKIT} compatible; GPTBot/1.1; +https://openai.com/gptbot`,
  `Mozilla/5.0 (Linux; Android 11; moto g power (2022)) ${WEBKIT} Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse`,
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/)',
])('a crawler: %s', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(true)
})

test.each([
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/138.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${IPHONE} CriOS/138.0.7204.33 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
  `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/136.0.0.0 YaBrowser/25.6.0.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0`,
  `Mozilla/5.0 (Linux; Android 10; CUBOT X30) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`,
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/517.0.0.38.103;FBBV/738612312;FBDV/iPhone15,3]`,
  `Mozilla/5.0 (Linux; Android 14; SM-A546B) ${WEBKIT} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 Instagram 389.0.0.49.87 Android`,
  `${IPHONE} Mobile/15E148 [Pinterest/iOS]`,
  '',
])('no crawler: %s', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false)
})
