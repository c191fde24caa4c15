import { expect, test } from 'vitest'
import { detectDeviceName } from './start-session.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

test.each([
  ['Windows · Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['Windows · Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/156.0.0.0`],
  ['Windows · 웨일', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Whale/4.30.0.0 Safari/537.36`],
  ['Windows · Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['Windows · Opera', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 OPR/120.0.0.0`],
  ['Mac · Chrome', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`],
  ['리눅스 · Chrome', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`],
  [
    '리눅스 · Chrome',
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36`,
  ],
  ['크롬북 · Chrome', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['안드로이드 휴대전화 · Chrome', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  ['안드로이드 태블릿 · Chrome', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`],
  ['안드로이드 태블릿 · Firefox', 'Mozilla/5.0 (Android 15; Tablet; rv:150.0) Gecko/150.0 Firefox/150.0'],
  [
    '안드로이드 태블릿 · 삼성 인터넷',
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36`,
  ],
  [
    '안드로이드 휴대전화 · 카카오톡',
    `Mozilla/5.0 (Linux; Android 15; SM-S931N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36;KAKAOTALK 2611000`,
  ],
  [
    '아이폰 · Safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    '아이폰 · Chrome',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    '아이폰 · 네이버 앱',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 NAVER(inapp; search; 2000; 12.9.1; 15PRO)',
  ],
  [
    '아이패드 · Safari',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
])('%s', (name, userAgent) => {
  expect(detectDeviceName(userAgent)).toBe(name)
})

test('an iPad that requests desktop pages identifies as a Mac, so Safari there may be either', () => {
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
  expect(detectDeviceName(safari)).toBe('Mac 또는 아이패드 · Safari')
})

test.each([
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Something/1'],
  ['Firefox', 'Mozilla/5.0 (BeOS) Firefox/3.0'],
  ['', undefined],
  ['', ''],
  ['', 'curl/8.9.1'],
  ['', '<script>alert(1)</script>'],
  ['', 'x'.repeat(100_000)],
])('leaves out what it does not recognize: %j', (name, userAgent) => {
  expect(detectDeviceName(userAgent)).toBe(name)
})
