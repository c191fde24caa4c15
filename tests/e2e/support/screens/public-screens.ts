import { heading, type Screen } from './screen.ts'

const office = '온결 법무사사무소'

/** Public pages and the pages of the sign-in. */
export const publicScreens: readonly Screen[] = [
  {
    route: '/',
    reader: 'visitor',
    shows: heading(/책임지고 맡습니다/),
    title: office,
    states: [
      {
        name: 'the sign-in page of the built-in provider',
        on: ['desktop', 'phone'],
        async open(page) {
          await page.getByRole('button', { name: '로그인' }).first().click()
          await page.getByText('직원', { exact: true }).waitFor()
        },
      },
    ],
  },
  { route: '/about', reader: 'visitor', shows: heading('사무소 소개'), title: `사무소 소개 · ${office}` },
  createServicePage('/services/real-estate', '부동산 등기 서비스'),
  createServicePage('/services/corporate', '법인 등기 서비스'),
  createServicePage('/services/civil', '민사 서비스'),
  createServicePage('/services/deposit', '공탁 서비스'),
  { route: '/contact', reader: 'visitor', shows: (page) => page.getByRole('button', { name: '보내기' }) },
  { route: '/privacy', reader: 'visitor', shows: heading('개인정보 처리방침'), title: `개인정보 처리방침 · ${office}` },
  { route: '/terms', reader: 'visitor', shows: heading('이용약관'), title: `이용약관 · ${office}` },
  { route: '/blog', reader: 'visitor', shows: heading('최근 소식') },
  { route: '/blog/$id', reader: 'visitor', path: '/blog/1', shows: heading('부동산 취득세 개정 안내') },
  { route: '/blog/$id', reader: 'visitor', path: '/blog/3', shows: (page) => page.getByRole('article') },
  { route: '/blog/$id', reader: 'visitor', path: '/blog/99999', shows: heading('게시글을 찾을 수 없습니다') },
  { route: '/no-such-page', reader: 'visitor', shows: heading('페이지를 찾을 수 없습니다') },
  {
    route: '/features',
    reader: 'visitor',
    shows: (page) => page.getByRole('log', { name: '대화' }).getByText('안내 도우미입니다.'),
    states: [
      {
        name: 'an answer with its sources',
        on: ['desktop', 'phone'],
        async open(page) {
          await page.getByRole('button', { name: '토지 수용 보상금도 공탁해 주나요?' }).click()
          await page.getByRole('list', { name: '출처' }).waitFor()
        },
      },
    ],
  },
  { route: '/quick', reader: 'visitor', shows: heading(/./) },
  {
    route: '/oauth/callback/kakao',
    reader: 'visitor',
    path: '/oauth/callback/kakao?error=access_denied',
    shows: heading('로그인하지 못했습니다'),
  },
  {
    route: '/oauth/callback/kia',
    reader: 'visitor',
    path: '/oauth/callback/kia?error=access_denied',
    shows: heading('로그인하지 못했습니다'),
  },
  { route: '/invitation', reader: 'visitor', shows: heading('초대 링크가 온전하지 않습니다') },
  {
    route: '/services',
    reader: 'member',
    shows: heading('부동산 등기 서비스'),
    states: [
      {
        name: 'the menu folded',
        async open(page) {
          await page.getByRole('button', { name: '메뉴 접기' }).click()
        },
      },
    ],
  },
  { route: '/account/devices', reader: 'member', shows: (page) => page.getByText('이 기기', { exact: true }) },
]

function createServicePage(route: Screen['route'], name: string): Screen {
  return { route, reader: 'visitor', shows: heading(name), title: `${name} · ${office}` }
}
